// Where the page begins.
import { render } from "preact";
import "./styles/tokens.css";
import "./styles/base.css";
import { App } from "./app";
import { claim } from "./share_token";
import { followAddress } from "./route";
import { applySettings } from "./settings";
import { install } from "./offline/install";
import { begin } from "./table/store";

applySettings();
followAddress();
void claim().then(() => begin());
void install();
render(<App />, document.getElementById("app") as HTMLElement);

// Where the page begins.
import { render } from "preact";
import "./styles/tokens.css";
import "./styles/base.css";
import { App } from "./app";
import { claim } from "./share_token";
import { followAddress } from "./route";
import { applySettings } from "./settings";
import { begin } from "./table/store";

applySettings();
followAddress();
void claim().then(() => begin());
render(<App />, document.getElementById("app") as HTMLElement);

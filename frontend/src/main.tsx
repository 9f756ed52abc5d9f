// Where the page begins.
import { render } from "preact";
import { App } from "./app";
import { followAddress } from "./route";
import { applySettings } from "./settings";
import { begin } from "./table/store";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/cards.css";
import "./styles/lobby.css";
import "./styles/play.css";
import "./styles/games.css";
import "./styles/analysis.css";

applySettings();
followAddress();
void begin();
render(<App />, document.getElementById("app") as HTMLElement);

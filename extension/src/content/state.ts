// What the overlay shows. One value; every change draws the overlay anew.
import type { HintReply } from "../../../frontend/src/messages";

export type Shown =
  | { kind: "idle"; text: string }
  | { kind: "asking"; text: string }
  | { kind: "advice"; hint: HintReply; notes: string[]; summary: string }
  | { kind: "trouble"; text: string; retrying: boolean };

// Keys, and the little there is to know.
import { el } from "./dom";

const KEYS: [string, string][] = [
  ["space", "play, pause"],
  ["← →", "one frame back, forth; with shift ten"],
  ["↑ ↓", "faster, slower"],
  ["home end", "first, last frame"],
  ["[ ]", "failed step before, after"],
  ["1 2 3 4", "whole scene, from above, front, side"],
  ["c f n j", "contacts, forces, force chains, joints"],
  ["l", "arrow lengths by logarithm"],
  ["/", "find a body"],
  ["d", "light, dark"],
  ["esc", "nothing selected"],
  ["?", "this list"],
];

export function help(): HTMLDialogElement {
  const rows = KEYS.map(([keys, what]) => el("tr", {}, el("td", {}, ...keys.split(" ").map((key) => el("kbd", {}, key))), el("td", {}, what)));
  const dialog = el(
    "dialog",
    { class: "help" },
    el("h2", {}, "Keys"),
    el("table", {}, ...rows),
    el(
      "p",
      { class: "muted" },
      "Drag to turn, right drag to move, wheel to zoom. Click a body or a contact for its curves; click a curve to go to that time, " +
        "drag in it to zoom, double-click to see all of it. Arrows are forces on the body that can move. The address of this page " +
        "restores what you see.",
    ),
  );
  const close = el("button", { type: "button", class: "button" }, "Close");
  close.addEventListener("click", () => dialog.close());
  dialog.append(close);
  dialog.addEventListener("click", (e) => {
    if (e.target === dialog) dialog.close();
  });
  return dialog;
}

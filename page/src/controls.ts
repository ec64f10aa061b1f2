// What lies over the scene: views, what is drawn, the legend of contacts.
import { STATUS, type Run } from "./data";
import { button, el } from "./dom";
import type { Stage } from "./stage";
import type { Display, State } from "./state";

export function controls(run: Run, state: State, stage: Stage): HTMLElement {
  const views = el("div", { class: "views" });
  const names = run.head.plane ? (["fit"] as const) : (["fit", "top", "front", "side"] as const);
  const labels = { fit: "Fit", top: "Top", front: "Front", side: "Side" };
  names.forEach((name, k) => views.append(button(labels[name], `${labels[name].toLowerCase()} view (${k + 1})`, () => stage.look(name), "flat")));

  const toggles = el("div", { class: "toggles" });
  const all: [keyof Display, string, string, boolean][] = [
    ["contacts", "Contacts", "c", run.forceN.length > 0],
    ["forces", "Forces", "f", run.forceN.length > 0],
    ["chains", "Chains", "n", run.forceN.length > 0],
    ["joints", "Joints", "j", run.head.links.length > 0],
  ];
  const sync: (() => void)[] = [];
  for (const [key, label, letter, there] of all) {
    if (!there) continue;
    const b = button(label, `${label.toLowerCase()} (${letter})`, () => {
      (state.display[key] as boolean) = !state.display[key];
      state.tell("display");
    }, "flat");
    sync.push(() => b.setAttribute("aria-pressed", String(state.display[key])));
    toggles.append(b);
  }
  const slider = el("input", { type: "range", min: "-1", max: "1", step: "0.05", title: "length of the arrows", "aria-label": "length of the arrows" });
  slider.addEventListener("input", () => {
    state.display.scale = +(10 ** +slider.value).toPrecision(3);
    state.tell("display");
  });
  const log = button("log", "lengths by logarithm (l)", () => {
    state.display.log = !state.display.log;
    state.tell("display");
  }, "flat");
  const scale = el("div", { class: "scale" }, slider, log);
  sync.push(() => {
    scale.hidden = !state.display.forces || run.forceN.length === 0;
    log.setAttribute("aria-pressed", String(state.display.log));
    if (document.activeElement !== slider) slider.value = String(Math.log10(state.display.scale));
  });

  const legend = el("div", { class: "legend" });
  const counts = STATUS.map((name) => {
    const number = el("span", { class: "value" });
    legend.append(el("span", { class: "key" }, el("i", { class: `status ${name}` }), name, number));
    return number;
  });
  const tally = () => {
    legend.hidden = run.forceN.length === 0 || !(state.display.contacts || state.display.forces);
    const frame = run.contactFrame(run.frameAt(state.time));
    const n = [0, 0, 0, 0];
    for (let i = run.starts[frame] ?? 0; i < (run.starts[frame + 1] ?? 0); i++) n[run.status[i]]++;
    n.forEach((x, k) => {
      if (counts[k].textContent !== String(x)) counts[k].textContent = String(x);
    });
  };
  const refresh = () => {
    sync.forEach((act) => act());
    tally();
  };
  state.on("display", refresh);
  state.on("time", tally);
  refresh();
  return el("div", { class: "over" }, el("div", { class: "over-top" }, el("div", { class: "row" }, toggles, scale), views), legend);
}

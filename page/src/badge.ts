// The certificate in plain words, and clause by clause.
import type { Run } from "./data";
import { button, el } from "./dom";
import { count, show, small } from "./format";
import type { State } from "./state";

export function badge(run: Run, state: State): { element: HTMLElement; jump: (by: 1 | -1) => void } {
  const { outcome, tolerance, budget } = run.head;
  // The words of the run itself; files of before have none.
  const judged = outcome.verdict !== "";
  const good = judged ? outcome.verdict !== "not certified" : outcome.failed_steps === 0 && !outcome.stopped;
  const remarks = outcome.remarks.length;
  const plain = judged && good && remarks > 0;
  let text = "Certified";
  if (judged) text = outcome.verdict[0].toUpperCase() + outcome.verdict.slice(1);
  else if (!good) text = "Not certified";
  if (good && !plain) text += `: all ${count(outcome.steps, "step")} within ${small(tolerance)}`;
  if (outcome.steps === 1 && good && !plain) text = `Certified: the step is within ${small(tolerance)}`;
  if (outcome.failed_steps > 0 && !budget) text += `: ${outcome.failed_steps} of ${count(outcome.steps, "step")} missed ${small(tolerance)}`;
  if (budget) text += ` (${count(budget, "sweep")} a step)`;
  if (outcome.stopped || outcome.status === "interrupted") text = `Stopped at ${show(run.end)} s, ${text[0].toLowerCase()}${text.slice(1)}`;
  if (outcome.steps === 0) text = outcome.stopped ? "Stopped before the first step" : "No step was taken";
  const jump = (by: 1 | -1) => {
    const times = outcome.failed.map(([, t]) => t);
    const slack = 1e-9 * (run.end - run.start);
    const next = by > 0 ? times.find((t) => t > state.time + slack) ?? times[0] : [...times].reverse().find((t) => t < state.time - slack) ?? times[times.length - 1];
    if (next === undefined) return;
    state.playing = false;
    state.time = next;
    state.tell("playing");
    state.tell("time");
  };
  const rows = run.head.clauses.map(([, unit, word], k) => {
    const worst = outcome.worst[k];
    return el("tr", {}, el("td", {}, word), el("td", { class: "number" }, worst == null ? "not a number" : small(worst)), el("td", { class: "muted" }, unit));
  });
  const marked = outcome.remarks.map(([words, breaks]) => `${breaks ? "✗" : "·"} ${words}`);
  const notes = [...(outcome.stopped ? [outcome.stopped] : []), ...marked, ...run.head.notes];
  const panel = el(
    "div",
    { class: "popover", hidden: "" },
    el("h3", {}, "Worst defect of all steps"),
    el("table", {}, ...rows),
    el("p", { class: "muted small" }, "Measured from the velocity that each step reached, by code that knows no solver. A run is certified when every step is, and overlap, energy and passing through stay within their limits."),
    ...notes.map((note) => el("p", { class: "small" }, note)),
  );
  const toggle = button("", "what was certified", () => (panel.hidden = !panel.hidden), `badge ${good ? (plain ? "good remarks" : "good") : "bad"}`);
  toggle.append(el("i"), el("span", {}, text));
  const element = el("div", { class: "badge-box" }, toggle, panel);
  if (outcome.failed.length) element.append(button("show", "go to the next missed step (])", () => jump(1), "link"));
  document.addEventListener("click", (e) => {
    if (!element.contains(e.target as Node)) panel.hidden = true;
  });
  return { element, jump };
}

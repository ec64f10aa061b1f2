// Under the scene: energies, the certificate, contacts and iterations, step by step.
import type { Run } from "./data";
import { small } from "./format";
import { Plot } from "./plots";
import type { State } from "./state";

export function strips(run: Run, state: State, height: number): Plot[] {
  const { head } = run;
  const time = run.stripSeries("time");
  const marks = head.outcome.failed.map(([, t]) => t);
  const plots: Plot[] = [];
  const of = (name: string) => run.stripSeries(name);
  if (head.energy) {
    const kinetic = of("kinetic");
    const potential = of("potential");
    const total = kinetic.map((x, k) => x + potential[k]);
    const series = [
      { label: "total", values: total, colour: 4 },
      { label: "kinetic", values: kinetic, colour: 0 },
      { label: "potential", values: potential, colour: 2 },
    ];
    const losses: [string, string, number][] = [
      ["friction_loss", "lost in friction", 1],
      ["impact_loss", "lost in impacts", 3],
      ["applied_work", "applied work", 6],
      ["correction", "correction", 5],
      ["residue", "scheme’s residue", 7],
    ];
    const size = Math.max(...total.map(Math.abs), ...kinetic) || 1;
    for (const [name, label, colour] of losses) {
      const values = of(name);
      if (values.some((x) => Math.abs(x) > 1e-6 * size)) series.push({ label, values, colour });
    }
    plots.push(new Plot(state, { title: "Energy", unit: "J", time, series, height }));
  }
  const [names, units, words] = [0, 1, 2].map((k) => head.clauses.map((c) => c[k]));
  const series = names
    .map((name, k) => ({ label: words[k], values: of(name), colour: k, unit: units[k] }))
    .filter((s) => s.values.some((x) => x !== 0));
  // A run whose every defect is 0 still shows its certificate.
  const exact = series.length === 0;
  if (exact) series.push({ label: words[0], values: of(names[0]), colour: 0, unit: units[0] });
  plots.push(new Plot(state, { title: "Certificate", unit: exact ? "every defect of every clause is 0" : "defect of each clause, log scale", time, series, height, log: true, marks, format: small }));
  const contacts = of("contacts");
  const iterations = of("iterations");
  const work = [{ label: "iterations", values: iterations, colour: 1, bars: true }];
  if (contacts.some((x) => x > 0)) work.unshift({ label: "active contacts", values: contacts, colour: 0, bars: true });
  plots.push(new Plot(state, { title: "Solver", unit: "a step", time, series: work, height }));
  return plots;
}

// Numbers for readers.

/** A number with about four figures. */
export function show(x: number, digits = 4): string {
  if (x === 0) return "0";
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "–" : x > 0 ? "∞" : "−∞";
  const size = Math.abs(x);
  const text = size >= 1e-3 && size < 1e5 ? trim(x.toPrecision(digits)) : x.toExponential(2);
  return text.replace("-", "−").replace(/e\+?(−|-)?(\d+)$/, (_, sign: string | undefined, e: string) => `e${sign ? "−" : ""}${e}`);
}

function trim(text: string): string {
  return text.includes(".") && !text.includes("e") ? text.replace(/\.?0+$/, "") : text;
}

/** A tolerance or defect: 1e-10. */
export function small(x: number): string {
  if (x === 0) return "0";
  if (!Number.isFinite(x)) return "–";
  const text = x.toExponential(1).replace(".0e", "e");
  return text.replace("e-", "e−").replace("e+", "e");
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toString().replace(/\B(?=(\d{3})+$)/g, " ")} ${n === 1 ? one : many}`;
}

/** Labels for the ticks of an axis: as few figures as tell them apart. */
export function ticks(values: number[]): string[] {
  const step = values.length > 1 ? Math.abs(values[1] - values[0]) : Math.abs(values[0] ?? 1);
  const size = Math.max(...values.map(Math.abs));
  if (size === 0) return values.map(() => "0");
  if (size >= 1e5 || size < 1e-3) {
    const digits = Math.max(0, Math.min(6, Math.ceil(Math.log10(size / step) - 1e-9)));
    return values.map((v) => (v === 0 ? "0" : v.toExponential(digits).replace("e+", "e").replace(/-/g, "−")));
  }
  let digits = 0;
  while (digits < 12 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6 * step * 10 ** digits) digits++;
  return values.map((v) => v.toFixed(digits).replace("-", "−"));
}

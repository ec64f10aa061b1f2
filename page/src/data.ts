// The run as the program packed it: see crates/drystone/src/show/pack.rs.

export interface Body {
  name: string;
  group: number;
  kind: "free" | "fixed" | "moved";
  mass: number;
  pose: number[];
  shapes: [number, number[]][];
}
export interface Shape {
  kind: string;
  radius?: number;
  half?: number | number[];
  axes?: number[];
  points?: [number, number][];
  vertices?: number[];
  triangles?: number[];
}
export interface Link {
  name: string;
  kind: string;
  bodies: [number, number];
  points: [number[], number[]];
}
export interface Column {
  name: string;
  group: "coordinate" | "velocity" | "output" | "contact" | "joint";
}
interface Block {
  name: string;
  type: "f64" | "f32" | "u32" | "u16" | "u8";
  width: number;
  count: number;
  grid?: [number, number][];
}
export interface Head {
  name: string;
  title: string;
  description: string;
  version: string;
  world: boolean;
  plane: boolean;
  energy: boolean;
  gravity: number[];
  scheme: string;
  solver: string;
  step: number;
  tolerance: number;
  budget: number | null;
  contacts: boolean;
  groups: string[];
  bodies: Body[];
  shapes: Shape[];
  links: Link[];
  body_columns: string[];
  columns: Column[];
  clauses: [string, string, string][];
  outcome: {
    verdict: string;
    status: string;
    remarks: [string, boolean][];
    steps: number;
    failed_steps: number;
    worst: (number | null)[];
    stopped: string | null;
    failed: [number, number][];
  };
  notes: string[];
  strip_columns: string[];
  strip_every: number;
  contacts_every: number;
  blocks: Block[];
}

export const STATUS = ["open", "stick", "slip", "impact"] as const;

type Numbers = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

const KINDS = {
  f64: { size: 8, make: (b: ArrayBuffer) => new Float64Array(b) },
  f32: { size: 4, make: (b: ArrayBuffer) => new Float32Array(b) },
  u32: { size: 4, make: (b: ArrayBuffer) => new Uint32Array(b) },
  u16: { size: 2, make: (b: ArrayBuffer) => new Uint16Array(b) },
  u8: { size: 1, make: (b: ArrayBuffer) => new Uint8Array(b) },
} as const;

/** Byte planes back to words, rows back from their differences. */
function unpack(bytes: Uint8Array, block: Block): Numbers {
  const { size, make } = KINDS[block.type];
  const { count } = block;
  const buffer = new ArrayBuffer(count * size);
  const out = new Uint8Array(buffer);
  for (let plane = 0; plane < size; plane++) {
    const from = plane * count;
    for (let i = 0, k = plane; i < count; i++, k += size) out[k] = bytes[from + i];
  }
  const width = Math.max(1, block.width);
  if (block.type === "f64" || block.type === "f32") {
    const words = new Uint32Array(buffer);
    const back = (width * size) / 4;
    for (let i = back; i < words.length; i++) words[i] ^= words[i - back];
  } else {
    const words = make(buffer) as Uint32Array;
    for (let i = width; i < words.length; i++) words[i] += words[i - width];
  }
  return make(buffer);
}

/** Numbers on a grid of 16 bits become single floats. */
function ungrid(numbers: Numbers, grid: [number, number][]): Float32Array {
  const out = new Float32Array(numbers.length);
  const n = grid.length;
  for (let i = 0; i < out.length; i++) {
    const [least, step] = grid[i % n];
    out[i] = least + step * numbers[i];
  }
  return out;
}

export class Run {
  readonly times: Float64Array;
  readonly steps: Uint32Array;
  readonly columns: Numbers;
  readonly strip: Float64Array;
  readonly starts: Uint32Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly point: Float32Array;
  readonly normal: Float32Array;
  readonly force: Float32Array;
  readonly forceN: Float32Array;
  readonly gap: Float32Array;
  readonly status: Uint8Array;
  /** Place among the bodies that move, −1 for fixed ones. */
  readonly moving: Int32Array;
  readonly movingCount: number;
  private readonly values: Numbers;
  private readonly width: number;

  constructor(readonly head: Head, blocks: Map<string, Numbers>) {
    const of = (name: string) => blocks.get(name) ?? new Float64Array(0);
    this.times = of("times") as Float64Array;
    this.steps = of("steps") as Uint32Array;
    this.columns = of("columns");
    this.values = of("bodies");
    this.strip = of("strip") as Float64Array;
    this.starts = of("starts") as Uint32Array;
    this.a = of("a") as Uint32Array;
    this.b = of("b") as Uint32Array;
    this.point = of("point") as Float32Array;
    this.normal = of("normal") as Float32Array;
    this.force = of("force") as Float32Array;
    this.forceN = of("force_n") as Float32Array;
    this.gap = of("gap") as Float32Array;
    this.status = of("status") as Uint8Array;
    this.width = head.body_columns.length;
    let next = 0;
    this.moving = Int32Array.from(head.bodies, (body) => (body.kind === "fixed" ? -1 : next++));
    this.movingCount = next;
  }

  get end(): number {
    return this.times[this.times.length - 1] ?? 0;
  }
  get start(): number {
    return this.times[0] ?? 0;
  }

  /** The last frame at or before a time. */
  frameAt(time: number): number {
    let low = 0;
    let high = this.times.length - 1;
    // Rounding of links and of the time bar must not show the frame before.
    const t = time + 1e-9 * Math.max(1e-9, this.end - this.start);
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (this.times[mid] <= t) low = mid;
      else high = mid - 1;
    }
    return low;
  }

  nearest(time: number): number {
    const k = this.frameAt(time);
    const next = Math.min(k + 1, this.times.length - 1);
    return time - this.times[k] > this.times[next] - time ? next : k;
  }

  /** Contacts are kept at some frames only: the last of those. */
  contactFrame(frame: number): number {
    return frame - (frame % this.head.contacts_every);
  }

  value(frame: number, body: number, column: number): number {
    return this.values[(frame * this.movingCount + this.moving[body]) * this.width + column];
  }

  /** Positions and quaternions (x, y, z, w) of all bodies, between frame k and the next. */
  poses(k: number, share: number, position: Float32Array, quaternion: Float32Array): void {
    const { values, width, movingCount, head } = this;
    const row = movingCount * width;
    const next = k + 1 < this.times.length ? k + 1 : k;
    for (let i = 0; i < this.moving.length; i++) {
      const m = this.moving[i];
      if (m < 0) continue;
      const p = k * row + m * width;
      const q = next * row + m * width;
      const s = share;
      if (head.plane) {
        const angle = values[p + 2] + s * (values[q + 2] - values[p + 2]);
        position[3 * i] = values[p] + s * (values[q] - values[p]);
        position[3 * i + 1] = values[p + 1] + s * (values[q + 1] - values[p + 1]);
        quaternion[4 * i + 2] = Math.sin(angle / 2);
        quaternion[4 * i + 3] = Math.cos(angle / 2);
        continue;
      }
      for (let c = 0; c < 3; c++) position[3 * i + c] = values[p + c] + s * (values[q + c] - values[p + c]);
      let dot = 0;
      for (let c = 3; c < 7; c++) dot += values[p + c] * values[q + c];
      const sign = dot < 0 ? -s : s;
      let w = (1 - s) * values[p + 3] + sign * values[q + 3];
      let x = (1 - s) * values[p + 4] + sign * values[q + 4];
      let y = (1 - s) * values[p + 5] + sign * values[q + 5];
      let z = (1 - s) * values[p + 6] + sign * values[q + 6];
      const n = 1 / (Math.hypot(x, y, z, w) || 1);
      quaternion[4 * i] = x * n;
      quaternion[4 * i + 1] = y * n;
      quaternion[4 * i + 2] = z * n;
      quaternion[4 * i + 3] = w * n;
    }
  }

  /** A number of a body at every frame. */
  bodySeries(body: number, column: number): Float64Array {
    return Float64Array.from(this.times, (_, k) => this.value(k, body, column));
  }

  /** A series that is not of a body. */
  columnSeries(column: number): Float64Array {
    const width = this.head.columns.length;
    return Float64Array.from(this.times, (_, k) => this.columns[k * width + column]);
  }

  /** A column of the strip. */
  stripSeries(name: string): Float64Array {
    const width = this.head.strip_columns.length;
    const column = this.head.strip_columns.indexOf(name);
    const rows = width ? this.strip.length / width : 0;
    return Float64Array.from({ length: column < 0 ? 0 : rows }, (_, k) => this.strip[k * width + column]);
  }

  bodyName(body: number): string {
    return this.head.bodies[body]?.name ?? `body ${body}`;
  }
}

export async function load(element: HTMLElement): Promise<Run> {
  let stream: ReadableStream<Uint8Array>;
  const source = element.dataset.source;
  if (source) {
    const answer = await fetch(source);
    if (!answer.ok || !answer.body) throw new Error(`the server answered ${answer.status} for ${source}`);
    stream = answer.body;
  } else {
    const text = atob((element.textContent ?? "").trim());
    element.textContent = "";
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
    stream = new Blob([bytes]).stream();
  }
  const plain = stream.pipeThrough(new DecompressionStream("deflate") as ReadableWritablePair<Uint8Array, Uint8Array>);
  return parse(new Uint8Array(await new Response(plain).arrayBuffer()));
}

export function parse(bytes: Uint8Array): Run {
  const text = new TextDecoder();
  if (text.decode(bytes.subarray(0, 8)) !== "DRYSHOW1") throw new Error("this is no run of Drystone");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  const head = JSON.parse(text.decode(bytes.subarray(12, 12 + length))) as Head;
  const blocks = new Map<string, Numbers>();
  let at = 12 + length;
  for (const block of head.blocks) {
    const size = block.count * KINDS[block.type].size;
    const numbers = unpack(bytes.subarray(at, at + size), block);
    blocks.set(block.name, block.grid ? ungrid(numbers, block.grid) : numbers);
    at += size;
  }
  return new Run(head, blocks);
}

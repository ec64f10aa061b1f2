// Numbers for the vertex shader, row by row, in a texture. Without a GPU an instanced draw costs some 50 µs an instance;
// merged vertices that look up their row cost next to nothing.
import { DataTexture, FloatType, NearestFilter, RGBAFormat } from "three";

const WIDTH = 1024;

export class Table {
  texture!: DataTexture;
  data = new Float32Array(0);

  /** `texels`: groups of four numbers in a row. */
  constructor(readonly texels: number, rows: number) {
    this.reserve(Math.max(1, rows));
  }

  /** `true` when there is a new texture. */
  reserve(rows: number): boolean {
    const texels = rows * this.texels;
    if (texels * 4 <= this.data.length) return false;
    const height = Math.ceil(texels / WIDTH);
    const data = new Float32Array(4 * WIDTH * height);
    data.set(this.data);
    this.data = data;
    this.texture?.dispose();
    this.texture = new DataTexture(data, WIDTH, height, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.texture.needsUpdate = true;
    return true;
  }

  set(row: number, texel: number, a: number, b: number, c: number, d: number): void {
    const at = 4 * (row * this.texels + texel);
    this.data[at] = a;
    this.data[at + 1] = b;
    this.data[at + 2] = c;
    this.data[at + 3] = d;
  }

  finish(): void {
    this.texture.needsUpdate = true;
  }
}

/** Looks up a texel of a row. */
export const LOOKUP = /* glsl */ `
uniform highp sampler2D uTable;
vec4 cell(float row, int texels, int k) {
  int at = int(row + 0.5) * texels + k;
  return texelFetch(uTable, ivec2(at % ${WIDTH}, at / ${WIDTH}), 0);
}`;

// Parts of bodies, and the triangles that draw them.
import { BufferAttribute, BufferGeometry, Vector3, type Quaternion, type Ray } from "three";

/** A shape of a body. */
export interface Part {
  body: number;
  position: Vector3;
  rotation: Quaternion;
  /** Of balls and discs; 0 for other shapes. */
  radius: number;
  /** Of other shapes. */
  geometry: BufferGeometry | null;
  /** Whether it lies as its body does. */
  plain: boolean;
}
/** How far a ray goes to the first triangle. */
export function hit(ray: Ray, geometry: BufferGeometry): number | null {
  const p = geometry.getAttribute("position");
  const [a, b, c, at] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  let least: number | null = null;
  for (let i = 0; i < p.count; i += 3) {
    a.fromBufferAttribute(p, i);
    b.fromBufferAttribute(p, i + 1);
    c.fromBufferAttribute(p, i + 2);
    if (!ray.intersectTriangle(a, b, c, false, at)) continue;
    const distance = at.distanceTo(ray.origin);
    if (least === null || distance < least) least = distance;
  }
  return least;
}

/** The triangles of all parts, each vertex with the place of its part. */
export function merged(parts: Part[]): BufferGeometry {
  const counts = parts.map((part) => part.geometry?.getAttribute("position").count ?? 0);
  const total = counts.reduce((x, y) => x + y, 0);
  const out = new BufferGeometry();
  for (const name of ["position", "normal", "bary"]) {
    const array = new Float32Array(3 * total);
    let at = 0;
    for (const part of parts) {
      if (!part.geometry) continue;
      const values = part.geometry.getAttribute(name).array as Float32Array;
      array.set(values, at);
      at += values.length;
    }
    out.setAttribute(name, new BufferAttribute(array, 3));
  }
  const place = new Float32Array(total);
  let at = 0;
  counts.forEach((count, k) => place.fill(k, at, (at += count)));
  out.setAttribute("part", new BufferAttribute(place, 1));
  return out;
}

/** A square for each ball. */
export function quads(parts: Part[]): BufferGeometry {
  const balls = parts.map((part, k) => (part.geometry ? -1 : k)).filter((k) => k >= 0);
  const position = new Float32Array(12 * balls.length);
  const place = new Float32Array(4 * balls.length);
  const index = new Uint32Array(6 * balls.length);
  balls.forEach((k, i) => {
    position.set([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 12 * i);
    place.fill(k, 4 * i, 4 * i + 4);
    index.set([0, 1, 2, 0, 2, 3].map((c) => c + 4 * i), 6 * i);
  });
  const out = new BufferGeometry();
  out.setAttribute("position", new BufferAttribute(position, 3));
  out.setAttribute("part", new BufferAttribute(place, 1));
  out.setIndex(new BufferAttribute(index, 1));
  return out;
}

// The fingerprint of the sources that a bundle is built from: FNV-1a, 64 bits, over names and contents in order.
// A Rust test computes the same from the files and compares it with the first line of dist/page.js.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FILES = ["fingerprint.mjs", "package.json", "package-lock.json", "tsconfig.json", "vite.config.mjs"];

export function fingerprint(root) {
  const names = [...FILES, ...readdirSync(join(root, "src")).map((name) => `src/${name}`)].sort();
  let hash = 0xcbf29ce484222325n;
  const add = (bytes) => {
    for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  };
  for (const name of names) {
    add(Buffer.from(`${name}\n`));
    add(readFileSync(join(root, name)));
  }
  return hash.toString(16).padStart(16, "0");
}

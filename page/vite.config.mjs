import { defineConfig } from "vite";
import { fileURLToPath } from "node:url";
import { fingerprint } from "./fingerprint.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

// One classic script and one style sheet: from file:// neither modules nor fetch work.
export default defineConfig({
  root,
  build: {
    target: "es2021",
    outDir: process.env.PAGE_OUT ?? "dist",
    emptyOutDir: true,
    lib: {
      entry: "src/main.ts",
      formats: ["iife"],
      name: "DrystonePage",
      fileName: () => "page.js",
      cssFileName: "page",
    },
  },
  plugins: [
    {
      name: "fingerprint",
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk") {
            // Nothing in the script may end the element that holds it.
            const code = file.code.replace(/<\/script/gi, "<\\/script").replaceAll("<!--", "<\\!--").trimEnd();
            file.code = `/* sources ${fingerprint(root)} */\n${code}\n`;
          }
        }
      },
    },
  ],
});

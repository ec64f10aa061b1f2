// The page in headless Chromium, drawn without a GPU. Run by page/test.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const program = process.env.DRYSTONE ?? join(here, "../../target/debug/drystone");
const folder = mkdtempSync(join(tmpdir(), "drystone-page-"));
const at = (name) => join(folder, name);
let browser;

function drystone(...args) {
  // Status 1: steps short of the tolerance, which some of these runs are here for.
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error.status === 1) return error.stdout;
    throw error;
  }
}

/** Rows of a CSV table, numbers as numbers. */
function table(text) {
  const [head, ...lines] = text.trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, k) => [names[k], cell === "" || Number.isNaN(+cell) ? cell : +cell])));
}
const csv = (run, name) => table(readFileSync(join(at(run), `${name}.csv`), "utf8"));

async function launch(env = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // What Chromium does by itself on a machine without a GPU: WebGL by SwiftShader, the page put together by the CPU.
    args: ["--disable-gpu", "--enable-unsafe-swiftshader", "--no-sandbox"],
    env: { ...process.env, LANG: "en_US.UTF-8", ...env },
  });
}

/** A page that must neither complain nor ask for anything but itself. */
async function open(url, { width = 1200, height = 800, dark = false, other = browser } = {}) {
  const page = await other.newPage({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", acceptDownloads: true });
  page.asked = [];
  page.complaints = [];
  page.on("request", (request) => page.asked.push(request.url()));
  page.on("console", (message) => {
    // Chromium's own word on software rendering and slow readbacks is not ours.
    if (!/GPU stall due to ReadPixels|GL Driver Message/.test(message.text())) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(error.message));
  await page.goto(url);
  await page.waitForSelector("html[data-ready]", { timeout: 30000 });
  return page;
}
const file = (name, hash = "") => `file://${at(name)}.html${hash}`;

async function done(page, asked = 1) {
  assert.deepEqual(page.complaints, [], "the console");
  const own = page.asked.filter((url) => !/^(data|blob):/.test(url));
  assert.equal(own.length, asked, `requests: ${own.join(" ")}`);
  await page.close();
}
const state = (page) => page.evaluate(() => ({ time: drystone.state.time, playing: drystone.state.playing, selection: drystone.state.selection, theme: drystone.state.theme }));

before(async () => {
  for (const name of ["shapes", "fixed", "plane"]) drystone("run", join(here, `${name}.toml`), "--csv", at(name), "--html", `${at(name)}.html`, "-o", at(`${name}.h5`), "-q");
  drystone("run", join(here, "shapes.toml"), "--set", "run.violation=none", "--html", at("sinking.html"), "-q");
  drystone("run", join(here, "heap.toml"), "--html", at("heap.html"), "-q");
  drystone("run", "grains_in_box", "--t-end", "0.5", "--set", "run.max_iterations=1000", "--on-violation", "record", "--csv", at("grains"), "--html", at("grains.html"), "-q");
  drystone("run", "painleve_rod", "--csv", at("rod"), "--html", at("rod.html"), "-q");
  drystone("run", "four_bar", "--t-end", "0.5", "--html", at("bars.html"), "-q");
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the committed bundle is what its sources build", () => {
  const out = at("dist");
  execFileSync("npx", ["vite", "build", "--logLevel", "error"], { cwd: join(here, ".."), env: { ...process.env, PAGE_OUT: out }, stdio: "pipe" });
  const names = readdirSync(join(here, "../dist")).sort();
  assert.deepEqual(readdirSync(out).sort(), names);
  for (const name of names) assert.ok(readFileSync(join(out, name)).equals(readFileSync(join(here, "../dist", name))), `${name} differs: npm run build`);
});

test("an exported page opens from disk, alone, and says what was certified", async () => {
  const landed = await open(file("shapes"));
  assert.match(await landed.textContent(".badge"), /^Certified: all 300 steps within 1e−10$/);
  await landed.click(".badge");
  assert.equal(await landed.locator(".popover tr").count(), 7);
  await done(landed);
  // Every step holds; without landing the dumbbell ends 6 mm deep, and the badge says so.
  const page = await open(file("sinking"));
  assert.match(await page.textContent(".badge"), /^Not certified$/);
  await page.click(".badge");
  assert.match(await page.textContent(".popover"), /bodies overlap by 6\.02 % of the thinner one; 5\.7e-3 m at most in the run \(floor-dumbbell\)/);
  await done(page);
});

test("it plays, pauses, steps and scrubs", async () => {
  const page = await open(file("shapes"));
  await page.keyboard.press("Space");
  await page.waitForFunction(() => drystone.state.time > 0.02, null, { timeout: 10000 });
  await page.keyboard.press("Space");
  const paused = await state(page);
  assert.equal(paused.playing, false);
  const frame = () => page.evaluate(() => drystone.run.frameAt(drystone.state.time));
  const before = await frame();
  await page.keyboard.press("ArrowRight");
  assert.equal(await frame(), before + 1);
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await frame(), Math.max(0, before + 1 - 10));
  await page.locator(".track input").fill("120");
  assert.equal((await state(page)).time, csv("shapes", "steps")[119].time);
  assert.match(await page.textContent(".clock"), /0\.240 s.*step 120 of 300/);
  await page.keyboard.press("End");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => drystone.state.time < 0.5);
  await page.selectOption(".timebar select", "10");
  await page.waitForFunction(() => !drystone.state.playing && drystone.state.time === drystone.run.end);
  await done(page);
});

test("every shape of space is drawn and can be clicked", async () => {
  // With something selected the inspector is open, and the scene keeps its size.
  const page = await open(file("shapes", "#t=0&show=-&body=floor"));
  for (const name of ["box", "ball", "capsule", "cylinder", "cone", "egg", "stone", "dumbbell"]) {
    const spot = await page.evaluate((name) => {
      const { run, stage } = drystone;
      const body = run.head.bodies.findIndex((b) => b.name === name);
      const inside = name === "stone" ? [0.1, 0.07, 0.05] : name === "dumbbell" ? [0.05, 0, 0] : [0, 0, 0];
      const [x, y, z] = [0, 1, 2].map((c) => stage.bodies.position[3 * body + c] + inside[c]);
      const [px, py] = stage.project(x, y, z);
      stage.draw(true);
      const gl = stage.renderer.getContext();
      const pixel = new Uint8Array(4);
      gl.readPixels(Math.round(px), Math.round(stage.canvas.height - py), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      const box = stage.canvas.getBoundingClientRect();
      return { x: box.left + px, y: box.top + py, pixel: [...pixel] };
    }, name);
    const spread = Math.max(...spot.pixel.slice(0, 3)) - Math.min(...spot.pixel.slice(0, 3));
    assert.ok(spread > 18, `${name} has no colour of its own: ${spot.pixel}`);
    await page.mouse.click(spot.x, spot.y);
    assert.equal(await page.textContent(".inspector h2"), name);
  }
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible(".inspector"), false);
  await done(page);
});

test("planes, height fields and compounds are drawn", async () => {
  const page = await open(file("fixed", "#t=0&show=-"));
  const found = await page.evaluate(() => {
    const { run, stage } = drystone;
    stage.draw(true);
    const gl = stage.renderer.getContext();
    const { width, height } = stage.canvas;
    const all = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, all);
    const background = [...all.slice(0, 3)];
    let other = 0;
    for (let i = 0; i < all.length; i += 4) if (Math.abs(all[i] - background[0]) + Math.abs(all[i + 1] - background[1]) > 6) other++;
    return { share: other / (width * height), parts: stage.bodies.parts.length, grounds: stage.bodies.grounds.length, bodies: run.head.bodies.length };
  });
  assert.deepEqual([found.parts, found.grounds, found.bodies], [4, 2, 5]);
  assert.ok(found.share > 0.03, `${found.share} of the picture is drawn on`);
  await done(page);
});

test("worlds in the plane are orthographic, with every shape", async () => {
  const page = await open(file("plane", "#t=0&body=floor"));
  assert.equal(await page.evaluate(() => drystone.stage.camera.isOrthographicCamera === true), true);
  for (const name of ["disc", "box", "capsule", "stone", "rail"]) {
    const spot = await page.evaluate((name) => {
      const { run, stage } = drystone;
      const body = run.head.bodies.findIndex((b) => b.name === name);
      const at = name === "rail" ? [-0.3, 0.25] : [0, 1].map((c) => stage.bodies.position[3 * body + c]);
      const [x, y] = stage.project(at[0], at[1], 0);
      const box = stage.canvas.getBoundingClientRect();
      return [box.left + x, box.top + y];
    }, name);
    await page.mouse.click(...spot);
    assert.equal(await page.textContent(".inspector h2"), name);
  }
  await done(page);
});

test("curves of a body are the numbers of the run", async () => {
  for (const [run, columns] of [
    ["shapes", ["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"]],
    ["plane", ["x", "y", "angle", "vx", "vy", "wz"]],
  ]) {
    const page = await open(file(run));
    await page.fill(".list input", "box");
    await page.keyboard.press("Enter");
    assert.equal(await page.textContent(".inspector h2"), "box");
    const shown = await page.evaluate(() =>
      Object.fromEntries(drystone.inspector.plots.flatMap((plot) => plot.options.title === "Contact force" ? [] : plot.options.series.map((s) => [s.label, [...s.values]]))),
    );
    const expected = csv(run, "bodies").filter((row) => row.body === "box");
    for (const name of columns) assert.deepEqual(shown[name], expected.map((row) => row[name]), `${run}: ${name}`);
    await done(page);
  }
});

test("contacts are clicked, and their curves are the numbers of the run", async () => {
  const page = await open(file("plane", "#t=0.4&body=floor"));
  const spot = await page.evaluate(() => {
    const { run, stage } = drystone;
    stage.draw(true);
    const i = stage.overlay.first;
    const [x, y] = stage.project(run.point[3 * i], run.point[3 * i + 1], run.point[3 * i + 2]);
    const box = stage.canvas.getBoundingClientRect();
    return { x: box.left + x, y: box.top + y, name: `${run.bodyName(run.a[i])}-${run.bodyName(run.b[i])}` };
  });
  await page.mouse.click(spot.x, spot.y);
  assert.equal((await page.textContent(".inspector h2")).replace(" – ", "-"), spot.name);
  const shown = await page.evaluate(() => {
    const force = drystone.inspector.plots.find((plot) => plot.options.title === "Force");
    return { time: [...force.options.time], normal: [...force.options.series[0].values], tangential: [...force.options.series[1].values] };
  });
  const rows = csv("plane", "contacts").filter((row) => row.pair === spot.name);
  assert.ok(rows.length > 5);
  for (const time of new Set(rows.map((row) => row.time))) {
    const own = rows.filter((row) => row.time === time);
    const sum = (of) => own.reduce((s, row) => s + of(row), 0);
    const normal = sum((row) => row.force_x * row.normal_x + row.force_y * row.normal_y);
    const tangential = Math.abs(sum((row) => row.force_x * -row.normal_y + row.force_y * row.normal_x));
    const k = shown.time.indexOf(time);
    assert.ok(Math.abs(shown.normal[k] - normal) <= 1e-5 * Math.abs(normal) + 1e-9, `${shown.normal[k]} for ${normal}`);
    assert.ok(Math.abs(shown.tangential[k] - tangential) <= 1e-5 * Math.abs(normal) + 1e-9, `${shown.tangential[k]} for ${tangential}`);
  }
  await done(page);
});

test("strips are the energies and the certificate of every step", async () => {
  const page = await open(file("shapes"));
  const strip = (name) => page.evaluate((name) => [...drystone.run.stripSeries(name)], name);
  const [energy, steps] = [csv("shapes", "energy"), csv("shapes", "steps")];
  for (const name of ["kinetic", "potential", "friction_loss", "impact_loss", "residue"]) assert.deepEqual(await strip(name), energy.map((row) => row[name]), name);
  for (const name of ["penetration", "cone_excess", "dynamics", "iterations"]) assert.deepEqual((await strip(name)).slice(1), steps.map((row) => row[name]), name);
  await done(page);
});

test("failed steps are marked and lead to their time", async () => {
  const page = await open(file("grains"));
  const missed = csv("grains", "steps").filter((row) => row.standing !== "certified");
  assert.ok(missed.length > 0, "this run is here for its failed steps");
  assert.match(await page.textContent(".badge"), new RegExp(`${missed.length} of 500 steps missed`));
  await page.click(".badge-box .link");
  assert.equal((await state(page)).time, missed[0].time);
  assert.ok((await page.locator(".marks i").count()) > 0);
  // A click in the certificate near the mark goes there too.
  await page.keyboard.press("Home");
  const spot = await page.evaluate(() => {
    const plot = drystone.plots.find((p) => p.options.title === "Certificate");
    const box = plot.plot.over.getBoundingClientRect();
    return [box.left + plot.plot.valToPos(plot.options.marks[0], "x") + 3, box.top + box.height / 2];
  });
  await page.mouse.click(...spot);
  const { time } = await state(page);
  assert.ok(missed.some((row) => row.time === time), `${time} is no failed step`);
  await done(page);
});

test("a link restores time, camera, selection, theme and what is drawn", async () => {
  const page = await open(file("shapes"));
  await page.keyboard.press("2");
  await page.locator(".track input").fill("77");
  await page.fill(".list input", "cone");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  for (const key of ["d", "n"]) await page.keyboard.press(key);
  await page.waitForTimeout(700);
  const look = (page) => page.evaluate(() => ({ time: drystone.state.time, selection: drystone.state.selection, theme: drystone.state.theme, display: drystone.state.display, camera: drystone.stage.cameraNumbers.map((x) => +x.toPrecision(4)) }));
  const [hash, seen] = [await page.evaluate(() => location.hash), await look(page)];
  assert.equal(seen.theme, "dark");
  assert.equal(seen.display.chains, true);
  const again = await open(file("shapes", hash));
  const restored = await look(again);
  assert.deepEqual({ ...restored, camera: 0 }, { ...seen, camera: 0 });
  restored.camera.forEach((x, k) => assert.ok(Math.abs(x - seen.camera[k]) <= 1e-3 * (1 + Math.abs(x))));
  assert.equal(await again.evaluate(() => document.documentElement.dataset.theme), "dark");
  await again.close();
  const odd = await open(file("shapes", "#t=-1e9&body=%ZZ&cam=1,NaN&pair=a&scale=-3&theme=x&speed=0"));
  assert.equal((await state(odd)).time, 0);
  await odd.close();
  await done(page);
});

test("light and dark follow the system", async () => {
  for (const dark of [false, true]) {
    const page = await open(file("plane"), { dark });
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), dark ? "dark" : "light");
    await done(page);
  }
});

test("systems without bodies show their series", async () => {
  const page = await open(file("rod"));
  assert.equal(await page.locator(".stage").count(), 0);
  const rows = csv("rod", "bodies");
  for (const name of ["x", "theta'", "tip_speed"]) {
    const shown = await page.evaluate((name) => [...drystone.run.columnSeries(drystone.run.head.columns.findIndex((c) => c.name === name))], name);
    assert.deepEqual(shown, rows.map((row) => row[name]), name);
  }
  assert.ok((await page.locator(".curves .plot").count()) >= 6);
  await page.keyboard.press("ArrowRight");
  await done(page);
});

test("bodies without shapes are drawn as bars, joints have curves", async () => {
  const page = await open(file("bars"));
  await page.fill(".list input", "knee");
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent(".inspector h2"), "knee");
  assert.ok((await page.evaluate(() => drystone.stage.overlay.links.count)) >= 6);
  await done(page);
});

test("pictures and tables are saved", async () => {
  const page = await open(file("shapes", "#body=ball"));
  const save = async (selector) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const png = await save('.tools button:text("PNG")');
  assert.equal(png.name, "shapes.png");
  assert.equal(png.content.subarray(1, 4).toString(), "PNG");
  assert.ok(png.content.length > 10000, "an empty picture packs smaller");
  const steps = await save('.tools button:text("CSV")');
  assert.equal(table(steps.content.toString())[300].kinetic, csv("shapes", "energy")[300].kinetic);
  const ball = await save('.inspector button:text("CSV")');
  const expected = csv("shapes", "bodies").filter((row) => row.body === "ball");
  assert.deepEqual(table(ball.content.toString()).map((row) => row.z), expected.map((row) => row.z));
  await done(page);
});

test("keys are explained", async () => {
  const page = await open(file("shapes"));
  await page.keyboard.press("?");
  assert.equal(await page.isVisible("dialog.help"), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("dialog.help"), false);
  await done(page);
});

test("it fits a phone", async () => {
  for (const name of ["shapes", "rod", "grains"]) {
    const page = await open(file(name, "#body=ball"), { width: 390, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${name}: ${wide} px wide`);
    if (name === "shapes") {
      await page.click(".narrow");
      assert.equal(await page.isVisible(".list input"), true);
    }
    await done(page);
  }
});

test("a page that was thinned or rounded says so", async () => {
  const page = await open(file("heap"));
  assert.match(await page.textContent("footer"), /rounded to 16 bits/);
  assert.ok(readFileSync(at("heap.html")).length <= 20e6);
  await done(page);
});

test("broken data is told, not drawn", async () => {
  writeFileSync(at("broken.html"), readFileSync(at("rod.html"), "utf8").replace(/(id="show">.{2000})[^<]*/, "$1"));
  const page = await browser.newPage();
  await page.goto(file("broken"));
  await page.waitForFunction(() => /cannot be shown/.test(document.body.textContent));
  await page.close();
});

test("it opens under a POSIX locale", async () => {
  const other = await launch({ LANG: "C", LC_ALL: "C" });
  const page = await open(file("shapes"), { other });
  await done(page);
  await other.close();
});

test("a served run file: full numbers, this machine only", async () => {
  const server = spawn(program, ["view", at("shapes.h5")], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await new Promise((resolve, reject) => {
      let said = "";
      server.stdout.on("data", (text) => {
        said += text;
        const found = said.match(/http:\/\/127\.0\.0\.1:\d+\//);
        if (found) resolve(found[0]);
      });
      server.on("exit", () => reject(new Error(`the server ended: ${said}`)));
    });
    const { port } = new URL(url);
    const page = await open(url);
    await page.fill(".list input", "egg");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.inspector[data-full="egg"]');
    const shown = await page.evaluate(() => Object.fromEntries(drystone.inspector.plots.flatMap((plot) => plot.options.series.map((s) => [`${plot.options.title} ${s.label}`, [...s.values]]))));
    const rows = table(drystone("table", at("shapes.h5"), "bodies")).filter((row) => row.body === "egg");
    for (const name of ["x", "y", "z"]) assert.deepEqual(shown[`Position ${name}`], rows.map((row) => row[name]));
    for (const name of ["wx", "wy", "wz"]) assert.deepEqual(shown[`Angular velocity ${name}`], rows.map((row) => row[name]));
    assert.ok(page.asked.every((asked) => asked.startsWith(url)), page.asked.join(" "));
    await done(page, 3);
    const ask = (path, headers) =>
      new Promise((resolve, reject) => http.get({ host: "127.0.0.1", port, path, headers }, (answer) => resolve(answer.resume().statusCode)).on("error", reject));
    assert.equal(await ask("/", { Host: `127.0.0.1:${port}` }), 200);
    assert.equal(await ask("/", { Host: `evil.example:${port}` }), 403);
    for (const path of ["/../Cargo.toml", "/..%2f..%2fetc/passwd", "/etc/passwd", "/series?body=../x"]) assert.equal(await ask(path, { Host: `localhost:${port}` }), 404, path);
  } finally {
    server.kill();
  }
});

test("4096 balls stay fluid without a GPU", { timeout: 90000 }, async (t) => {
  // The scene itself is 800 × 600 in this window.
  const page = await open(file("heap", "#t=0"), { width: 1018, height: 880 });
  await page.evaluate(() => (drystone.state.speed = 0.02));
  const cpu = () => browserTime();
  let best = 0;
  let cost = Infinity;
  // A busy machine is not a slow page: the best of a few seconds counts, or what the processor time of a picture allows.
  for (let k = 0; k < 8 && best < 25; k++) {
    const before = cpu();
    const found = await page.evaluate(async () => {
      const { stage, state, timebar, run } = drystone;
      state.time = run.start;
      if (!state.playing) timebar.toggle();
      const [from, began] = [stage.drawn, performance.now()];
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return { drawn: stage.drawn - from, fps: (1000 * (stage.drawn - from)) / (performance.now() - began), pixels: [stage.canvas.width, stage.canvas.height] };
    });
    best = Math.max(best, found.fps);
    cost = Math.min(cost, (cpu() - before) / Math.max(1, found.drawn));
    t.diagnostic(`${found.fps.toFixed(1)} pictures a second at ${found.pixels.join(" × ")}, ${((cpu() - before) / found.drawn).toFixed(0)} ms of processor time each`);
  }
  const reachable = Math.max(best, 1000 / cost);
  t.diagnostic(`best: ${best.toFixed(1)} a second; ${cost.toFixed(0)} ms of processor time a picture`);
  assert.ok(reachable >= 20, `${best.toFixed(1)} pictures a second, ${cost.toFixed(0)} ms each`);
  await done(page);
});

/** Processor time of this process's children, in ms. */
function browserTime() {
  const all = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      const cells = text.slice(text.lastIndexOf(")") + 2).split(" ");
      all.set(+pid, [+cells[1], 10 * (+cells[11] + +cells[12])]);
    } catch {
      // It ended while we looked.
    }
  }
  let sum = 0;
  for (const [pid, [, time]] of all) {
    let up = pid;
    while (up && up !== process.pid) up = all.get(up)?.[0];
    if (up === process.pid && pid !== process.pid) sum += time;
  }
  return sum;
}

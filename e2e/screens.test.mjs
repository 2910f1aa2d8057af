// The look of the site, held in pictures: nine pages over the example runs, which are
// the same everywhere, some of them also in other colours. Each picture is
// compared with the one in screens/, and a difference beyond a small share of its
// pixels fails. A change that is meant is taken over with
//
//   node run.mjs --update
//
// and the new pictures are looked at before they are committed.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, visitor } from "./browser.mjs";
import { clawatlas, serve } from "./site.mjs";

const kept = path.join(import.meta.dirname, "screens");
const out = path.join(import.meta.dirname, "out", "screens");
const update = Boolean(process.env.E2E_UPDATE);

// Which edges a build of the browser smooths how is no fault of a page.
const most = 0.001; // share of the pixels
const apart = 48; // of 255 in one colour, from where a pixel is another

let site, browser, judge, run;

before(async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "clawatlas-screens-"));
  const db = path.join(dir, "site.db");
  await clawatlas("ingest", "--db", db, "--example");
  site = await serve(db, dir);
  browser = await launch({ FONTCONFIG_FILE: fonts(dir) });
  judge = await (await browser.newContext()).newPage();
  const board = await (await fetch(`${site.base}/api/v1/benchmarks/clawatlas-example/leaderboard`)).json();
  run = board.rows.map((row) => row.run);
  mkdirSync(kept, { recursive: true });
});

after(async () => {
  await browser?.close();
  await site?.stop();
});

// The fonts that .ci/setup installs and no others: which ones a machine has decides
// widths and line breaks.
function fonts(dir) {
  const all = "/usr/share/fonts";
  const faces = path.join(dir, "faces");
  mkdirSync(faces);
  for (const name of readdirSync(all, { recursive: true })) {
    if (/(^|\/)(Liberation[^/]*|NotoSansCJK-[^/]*|NotoColorEmoji)\.(ttf|ttc|otf)$/.test(name)) symlinkSync(path.join(all, name), path.join(faces, path.basename(name)));
  }
  const alias = (name, font) => `<alias binding="same"><family>${name}</family><prefer><family>${font}</family><family>Noto Sans CJK SC</family></prefer></alias>`;
  const file = path.join(dir, "fonts.conf");
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
<dir>${faces}</dir><cachedir>${dir}/cache</cachedir>
${alias("sans-serif", "Liberation Sans")}${alias("monospace", "Liberation Mono")}
<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>Liberation Sans</string></edit></match>
<match target="font"><edit name="hinting"><bool>false</bool></edit><edit name="antialias"><bool>true</bool></edit><edit name="rgba"><const>none</const></edit></match>
</fontconfig>`,
  );
  return file;
}

const wide = { size: { width: 1280, height: 900 } };
const phone = { size: { width: 390, height: 844 }, isMobile: true };
const narrower = { size: { width: 800, height: 900 } };
const views = {
  dark: { ...narrower, scheme: "dark" },
  forced: { ...narrower, forcedColors: "active" },
};
const windows = new Map();

const pages = {
  home: () => "/",
  board: () => "/b/clawatlas-example",
  heatmap: () => "/b/clawatlas-example/heatmap",
  days: () => "/b/clawatlas-example/days",
  run: () => `/runs/${run[1]}`,
  trial: () => `/runs/${run[1]}/ex_office_move/q4`,
  compare: () => `/compare?a=${run[0]}&b=${run[1]}`,
  search: () => "/search?q=handover",
  missing: () => "/b/none",
};

for (const name of Object.keys(pages)) {
  test(`${name}, on a desk and on a phone`, () => look(name, { 1280: wide, 390: phone }));
}

// Where other colours are asked for, marks, charts, forms and texts have to be told apart.
const coloured = ["board", "heatmap", "days", "run", "trial", "search"];

for (const name of coloured) {
  test(`${name}, in the dark and in colours of the system`, () => look(name, views));
}

// Looks at a page in some views, each in a window of its own that stays open.
async function look(name, views) {
  const faults = [];
  for (const [view, how] of Object.entries(views)) {
    if (!windows.has(how)) windows.set(how, await (await visitor(browser, how)).newPage());
    const page = windows.get(how);
    await page.goto(site.base + pages[name]());
    faults.push(...(await compare(`${name}-${view}`, await shot(page))));
  }
  assert.ok(faults.length === 0, `${faults.join("\n")}\nIf this is meant, take the pictures over: node run.mjs --update`);
}

// The build in the footer is another in each commit, and would move what stands beside it.
async function shot(page) {
  await page.locator("footer.site li", { hasText: /^ClawAtlas / }).evaluate((build) => (build.textContent = "ClawAtlas build"));
  return page.screenshot({ animations: "disabled", caret: "hide" });
}

// Compares a picture with the one that is kept under its name, or keeps it.
async function compare(name, picture) {
  const file = path.join(kept, `${name}.webp`);
  const was = existsSync(file) ? readFileSync(file) : null;
  const { share, size, drawn } = was ? await difference(was, picture) : { share: 1, size: "none is kept" };
  if (share <= most && !size) return [];
  if (update) {
    writeFileSync(file, await packed(picture));
    return [];
  }
  mkdirSync(out, { recursive: true });
  const now = path.join(out, `${name}.png`);
  writeFileSync(now, picture);
  if (!drawn) return [`${name}: ${size}; the new picture is ${now}`];
  const differs = path.join(out, `${name}-differs.png`);
  writeFileSync(differs, Buffer.from(drawn, "base64"));
  return [`${name}: ${(100 * share).toFixed(2)} % of the pixels differ; the new picture is ${now}, where it differs ${differs}`];
}

// The picture in 16 steps of each colour, a third of `apart` from each other: as WebP
// without loss it takes a quarter of the room.
async function packed(png) {
  const text = await judge.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:;base64,${data}`)).blob());
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const pixels = pen.getImageData(0, 0, image.width, image.height);
    pixels.data.forEach((v, i) => (pixels.data[i] = 17 * Math.round(v / 17)));
    pen.putImageData(pixels, 0, 0);
    return canvas.toDataURL("image/webp", 1).split(",")[1];
  }, png.toString("base64"));
  return Buffer.from(text, "base64");
}

// Compares two pictures in the browser: the share of the pixels that differ, and a
// picture of them in red over the new one.
function difference(a, b) {
  return judge.evaluate(
    async ({ a, b, apart, most }) => {
      const read = async (data) => {
        const image = await createImageBitmap(await (await fetch(`data:;base64,${data}`)).blob());
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext("2d", { willReadFrequently: true });
        pen.drawImage(image, 0, 0);
        return { canvas, pen, pixels: pen.getImageData(0, 0, image.width, image.height) };
      };
      const [was, now] = [await read(a), await read(b)];
      const { width, height } = now.pixels;
      if (was.pixels.width !== width || was.pixels.height !== height) {
        return { share: 1, size: `${width} x ${height} pixels in place of ${was.pixels.width} x ${was.pixels.height}` };
      }
      let n = 0;
      for (let i = 0; i < now.pixels.data.length; i += 4) {
        const other = [0, 1, 2].some((k) => Math.abs(now.pixels.data[i + k] - was.pixels.data[i + k]) > apart);
        if (other) n++;
        now.pixels.data.set(other ? [255, 0, 0, 255] : [0, 1, 2].map((k) => 192 + now.pixels.data[i + k] / 4), i);
      }
      const share = n / (width * height);
      if (share <= most) return { share };
      now.pen.putImageData(now.pixels, 0, 0);
      const bytes = new Uint8Array(await (await now.canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return { share, drawn: btoa(text) };
    },
    { a: a.toString("base64"), b: b.toString("base64"), apart, most },
  );
}

test("what goes is removed: no picture is kept that no test takes", async () => {
  const names = coloured.flatMap((name) => Object.keys(views).map((scheme) => `${name}-${scheme}.webp`));
  names.push(...Object.keys(pages).flatMap((name) => [wide, phone].map((view) => `${name}-${view.size.width}.webp`)));
  const extra = readdirSync(kept).filter((file) => !names.includes(file));
  if (update) extra.forEach((file) => rmSync(path.join(kept, file)));
  else assert.deepEqual(extra, []);
});

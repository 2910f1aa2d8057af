// The exported site, served by a plain server of files below a directory and
// opened from the disk, with records that would run scripts if either took them for pages.
import assert from "node:assert/strict";
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { atOnce, launch, visitor } from "./browser.mjs";
import { canary, files, writeJob } from "./hostile.mjs";
import { clawatlas } from "./site.mjs";

// As servers know them, with those that would run what is in a record; a plain
// server sends no header but the type.
const types = {
  html: "text/html", htm: "text/html", php: "text/html", shtml: "text/html", xhtml: "application/xhtml+xml", xml: "text/xml", xsl: "text/xml", svg: "image/svg+xml",
  mht: "multipart/related", pdf: "application/pdf", js: "text/javascript", css: "text/css", json: "application/json", txt: "text/plain", csv: "text/csv",
  png: "image/png", jpg: "image/jpeg", gif: "image/gif", webp: "image/webp", mp3: "audio/mpeg", wav: "audio/wav", ogg: "audio/ogg", m4a: "audio/mp4", flac: "audio/flac", weba: "audio/webm",
};

const below = "/atlas/"; // where the server has the site

let dir, out, server, base, browser, context;
let all = [];
let told = []; // files that hold anything of the hostile trial

before(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "clawatlas-export-"));
  out = path.join(dir, "out");
  const db = path.join(dir, "site.db");
  await clawatlas("ingest", "--db", db, "--example", writeJob(dir));
  await clawatlas("export", "--db", db, out);
  all = readdirSync(out, { recursive: true }).filter((name) => statSync(path.join(out, name)).isFile());
  told = all.filter((name) => name.includes("/draw-board/") || readFileSync(path.join(out, name)).includes(canary));
  server = createServer((request, response) => {
    const asked = decodeURIComponent(new URL(request.url, "http://x").pathname);
    let file = path.join(out, asked.startsWith(below) ? asked.slice(below.length) : "outside");
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) file = path.join(file, "index.html");
    if (!statSync(file, { throwIfNoEntry: false })) {
      response.writeHead(404, { "content-type": "text/html" });
      return createReadStream(path.join(out, "404.html")).pipe(response);
    }
    const type = types[path.extname(file).slice(1).toLowerCase()];
    response.writeHead(200, type ? { "content-type": type } : {});
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${server.address().port}${below}`;
  browser = await launch();
  context = await visitor(browser);
});

after(async () => {
  await browser?.close();
  server?.close();
  if (dir) rmSync(dir, { recursive: true, force: true });
});

/** A page that goes from file to file and says of each what of a record has acted. */
async function reader() {
  const page = await context.newPage();
  let faults;
  page.on("dialog", (dialog) => (faults.push(`dialog ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(base) && !asked.startsWith(pathToFileURL(out).href)) faults.push(`request for ${asked}`);
    if (asked.includes(canary)) faults.push(`request for ${asked}`);
  });
  page.on("popup", () => faults.push("a window opened"));
  page.on("download", (download) => faults.push(`download of ${download.suggestedFilename()}`));
  return async (url) => {
    faults = [];
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(50);
    for (const frame of page.frames()) {
      const seen = await frame.evaluate((word) => ({ hit: window[word], title: document.title, kind: document.contentType }), canary);
      if (seen.hit || seen.title.includes(canary)) faults.push(`a script ran in ${frame.url()}`);
      const own = url.endsWith(".html") || url.endsWith("/");
      if ((seen.kind === "text/html") !== own) faults.push(`is shown as ${seen.kind}`);
      if (/xml|javascript|pdf/.test(seen.kind) && !url.includes("/static/")) faults.push(`is shown as ${seen.kind}`);
    }
    if (page.frames().length > 1) faults.push("has a frame");
    if (page.url() !== url) faults.push(`went on to ${page.url()}`);
    return faults.map((f) => `${url}: ${f}`);
  };
}

/** A page that tells when it is done what went wrong on it. */
async function watched(url) {
  const page = await context.newPage();
  const faults = [];
  page.on("console", (m) => m.type() === "error" && !/ERR_FILE_NOT_FOUND|404/.test(m.text()) && faults.push(m.text()));
  page.on("pageerror", (e) => faults.push(e.message));
  page.done = async () => {
    await page.close();
    assert.deepEqual(faults, []);
  };
  await page.goto(url);
  return page;
}

/** Clicks the first link that matches and waits for the page that it leads to. */
async function follow(page, selector) {
  const from = page.url();
  await page.locator(selector).first().click();
  await page.waitForURL((url) => url.href !== from);
}

async function inert(from) {
  const queue = told.filter((name) => !name.endsWith(".csv")); // a browser keeps those as files and shows none
  const faults = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const acted = await reader();
      for (let name; (name = queue.shift()); ) faults.push(...(await acted(new URL(name, from).href)));
    }),
  );
  assert.deepEqual(faults, []);
}

describe("the exported site", () => {
  test("has every record as text, in a file of its own", () => {
    const held = new Map();
    for (const name of told) {
      const body = readFileSync(path.join(out, name), "utf8");
      if (!name.endsWith(".html")) held.set(body, [...(held.get(body) ?? []), name]);
    }
    for (const [name, body] of Object.entries(files)) assert.ok(held.has(body), `${JSON.stringify(name)} is in no file`);
    const n = Object.values(files).length;
    const kept = told.filter((name) => name.includes("/artifacts/"));
    assert.equal(kept.length, n, `${kept.length} files of ${n} records`);
    for (const name of kept) assert.match(name, /^[a-z0-9._/-]+\.(txt|json)$/);
  });

  test("has no page without the policy, and no file of another kind", () => {
    for (const name of all) {
      assert.match(name, /^(static\/[a-z0-9.-]+\.(css|js|svg)|\.nojekyll|\.clawatlas-export\.txt|changes(\/[a-z0-9-]+)?\.atom|[a-z0-9._/-]+\/chart-[a-z0-9-]+\.svg|[a-z0-9._/-]+\.(html|json|csv|txt|png|jpg|gif|svg))$/, name);
      if (!name.endsWith(".html")) continue;
      const head = readFileSync(path.join(out, name), "utf8").slice(0, 400);
      assert.match(head, /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;;/, name);
    }
  });

  test("runs no script of a record when it is served", () => inert(base), { timeout: 600_000 });
  test("runs no script of a record from the disk", () => inert(pathToFileURL(out).href + "/"), { timeout: 600_000 });

  for (const [from, start] of [["a server", () => base + "index.html"], ["the disk", () => pathToFileURL(path.join(out, "index.html")).href]]) {
    test(`can be read from ${from}, down to a picture and a record`, async () => {
      const page = await context.newPage();
      const faults = [];
      page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
      page.on("pageerror", (e) => faults.push(e.message));
      await page.goto(start());
      assert.equal(await page.evaluate(() => document.styleSheets.length), 1);
      for (const link of ['main a[href$="runs/index.html"]', 'main a[href*="scripted-chores-scripted-thorough"]', 'main a[href*="/draw-board/index.html"], main a[href^="scripted-chores/draw-board/index.html"]']) {
        await follow(page, link);
      }
      assert.match(await page.title(), /draw-board/i);
      const image = page.locator("main img").first();
      await image.scrollIntoViewIfNeeded();
      await page.waitForFunction(() => document.querySelector("main img").naturalWidth > 0);
      assert.ok(await page.getByRole("button", { name: "Keys: ?" }).count(), "the page's script has not run");
      await follow(page, 'main a[href*="raw/index.html"]');
      await follow(page, 'main a[href$=".json"]');
      assert.equal(await page.evaluate(() => document.contentType), "application/json");
      await page.close();
      assert.deepEqual(faults, []);
    });

    test(`has comparisons and traces as files from ${from}`, async () => {
      const page = await watched(start());
      await page.goto(new URL("b/clawatlas-example/index.html", start()).href);
      await follow(page, 'header a[href*="compare"]');
      await follow(page, 'h2#clawatlas-example ~ ul a[href^="a-"]');
      assert.match(await page.locator("h1").textContent(), /\w/);
      await follow(page, 'main a[href*="runs/clawatlas-example"]');
      await follow(page, 'main a[href*="ex_office_move/q"]');
      assert.ok(await page.locator('[id^="step-"]').count(), "the trial shows no step of its trace");
      await page.done();
    });

    test(`is read without scripts from ${from}`, async () => {
      const plain = await visitor(browser, { script: false });
      const page = await plain.newPage();
      await page.goto(start());
      assert.equal(await page.locator("form").count(), 0);
      await follow(page, 'header a[href*="search"]');
      assert.match(await page.locator("main").textContent(), /searching needs a server/);
      await follow(page, 'main a[href*="runs"]');
      await follow(page, 'header a[href*="compare"]');
      assert.equal(await page.locator("h1").textContent(), "Compare two runs");
      await plain.close();
    });
  }
});

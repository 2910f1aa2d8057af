// What other sites show of this one: views in frames, pictures, badges.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, visitor } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { startSite } from "./site.mjs";

let site, browser, facts, context;
let body = "";
// Another site: another port is another origin.
const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(`<!doctype html><title>other</title>${body}`));

before(async () => {
  site = await startSite();
  await new Promise((done) => other.listen(0, "127.0.0.1", done));
  facts = await discover(site.base);
  browser = await launch();
  context = await visitor(browser);
});

after(async () => {
  await browser?.close();
  other.close();
  other.closeAllConnections();
  await site?.stop();
});

/** Opens a page of the other site. */
async function elsewhere(html) {
  body = html;
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  return page;
}

test("another site cannot show a page in a frame", async () => {
  const page = await elsewhere(`<iframe src="${site.base}/b/${facts.benchmark}"></iframe>`);
  await page.waitForTimeout(500);
  assert.equal(await page.frames()[1].locator("main").count(), 0);
  await page.close();
});

test("another site shows badges and cards", async () => {
  const paths = [`/badge/${facts.benchmark}/${facts.run}.svg`, `/badge/${facts.benchmark}/${facts.run}.svg?show=rank`, `/cards/b/${facts.benchmark}.png`, "/cards/home.png"];
  const page = await elsewhere(paths.map((p) => `<img src="${site.base}${p}" alt="">`).join(""));
  await page.waitForLoadState("networkidle");
  const widths = await page.locator("img").evaluateAll((list) => list.map((i) => i.naturalWidth));
  for (const [i, width] of widths.entries()) assert.ok(width > 0, `${paths[i]} is not shown`);
  assert.deepEqual(widths.slice(2), [1200, 1200]);
  await page.close();
});

test("the Markdown of a badge stands on the run's page", async () => {
  const page = await context.newPage();
  await page.goto(`${site.base}/runs/${facts.run}`);
  await page.locator("#cite summary", { hasText: "Badge" }).click();
  const markdown = await page.locator("#cite pre", { hasText: "/badge/" }).first().innerText();
  const [, address] = /\]\((http[^)]+)\)\]/.exec(markdown) ?? [];
  assert.equal((await fetch(address)).status, 200, markdown);
  await page.waitForFunction(() => document.querySelector("#cite img").naturalWidth > 0);
  await page.close();
});

test("README's picture can be taken of this build", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "clawatlas-picture-"));
  try {
    const file = path.join(dir, "board.png");
    execFileSync(process.execPath, ["readme.mjs", file], { cwd: import.meta.dirname });
    assert.deepEqual([...readFileSync(file).subarray(1, 4)], [0x50, 0x4e, 0x47]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

// A recording of a terminal plays from screens that the server draws; without a script
// each of them is a link.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, visitor } from "./browser.mjs";
import { clawatlas, serve } from "./site.mjs";

const records = path.resolve(import.meta.dirname, "..", "ingest", "terminalbench", "testdata");
const trial = "tiny-core@0.2/20260101_shell-agent_m-1/night-1/boot/boot.1-of-2.night-1";
const count = 230; // more than a window has
let dir, site, browser, address;

before(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "clawatlas-player-"));
  const job = path.join(dir, "job");
  cpSync(records, job, { recursive: true });
  const lines = Array.from({ length: count }, (_, i) => JSON.stringify([i, "o", `\r\nline ${i + 1}`]));
  writeFileSync(path.join(job, trial, "sessions", "agent.cast"), [JSON.stringify({ version: 2, width: 20, height: 3 }), ...lines, ""].join("\n"));
  const db = path.join(dir, "site.db");
  await clawatlas("ingest", "--db", db, job);
  site = await serve(db, dir);
  const { runs } = await (await fetch(`${site.base}/api/v1/runs`)).json();
  const run = runs.find((r) => r.benchmark.startsWith("terminal-bench-tiny"));
  const page = await (await fetch(`${site.base}/runs/${run.run}`)).text();
  address = site.base + page.match(/\/runs\/[^"?#]*\/boot[^"?#/]*/)[0] + "/screens";
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.stop();
  if (dir) rmSync(dir, { recursive: true, force: true });
});

async function visit(how, at, look) {
  const context = await visitor(browser, how);
  const page = await context.newPage();
  await page.goto(address + at, { waitUntil: "load" });
  try {
    await look(page);
  } finally {
    await context.close();
  }
}

const shows = (page, text) => page.waitForFunction((t) => document.querySelector("[data-screen]").textContent.endsWith(t), text, { timeout: 5000 });

test("it plays, pauses and keeps the moment in the address", async () => {
  await visit({}, "?at=196", async (page) => {
    await page.selectOption("#player select", "8");
    await page.getByRole("button", { name: "Play" }).click();
    await shows(page, "line 203"); // over the end of the first window
    await page.getByRole("button", { name: "Pause" }).click();
    const text = await page.locator("[data-screen]").textContent();
    await page.waitForTimeout(500);
    assert.equal(await page.locator("[data-screen]").textContent(), text);
    assert.equal(new URL(page.url()).searchParams.get("at"), String(+text.match(/(\d+)$/)[1] - 1));
  });
});

test("the slider and the keys lead to a screen", async () => {
  await visit({}, "", async (page) => {
    await page.locator("#player input[type=range]").fill("220.5");
    await shows(page, "line 221");
    await page.locator("[data-screen]").focus();
    await page.keyboard.press("ArrowLeft");
    await shows(page, "line 220");
    await page.keyboard.press("ArrowRight");
    await shows(page, "line 221");
    await page.keyboard.press(" ");
    await shows(page, "line 222");
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Play" }).waitFor();
  });
});

test("without a script each screen is a link", async () => {
  await visit({ script: false }, "", async (page) => {
    assert.equal(await page.locator("#player button").count(), 0);
    assert.equal(await page.locator("#screens + ul a").count(), 200);
    await page.getByRole("link", { name: "0:05.0" }).click();
    await shows(page, "line 6");
    await page.getByRole("link", { name: "Later screens" }).click();
    await shows(page, "line 201");
  });
});

// `clawatlas view`: a file grows, and the page that is open grows with it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, visitor } from "./browser.mjs";

const binary = path.resolve(import.meta.dirname, "..", "bin", "clawatlas");
let dir, file, view, ended, base, browser, context, page;

const line = (n, value) => `${JSON.stringify({ parentUuid: null, sessionId: "s1", uuid: `u${n}`, cwd: "/w", timestamp: new Date(Date.UTC(2026, 5, 1, 9, 0, n)).toISOString(), ...value })}\n`;
const prompt = (n, text) => line(n, { type: "user", message: { role: "user", content: text } });
const call = (n, command) => line(n, { type: "assistant", message: { id: `m${n}`, role: "assistant", model: "claude-x", content: [{ type: "tool_use", id: `t${n}`, name: "Bash", input: { command } }] } });
const result = (n, of, text) => line(n, { type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: `t${of}`, content: text }] } });
const say = (n, text) => line(n, { type: "assistant", message: { id: `m${n}`, role: "assistant", model: "claude-x", content: [{ type: "text", text }] } });
const lines = (n) => Array.from({ length: n }, (_, i) => `line ${i} of an output`).join("\n");

// The printed address of a program that shows a path.
async function start(target) {
  view = spawn(binary, ["view", "--no-browser", target], { env: { ...process.env, TMPDIR: dir }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  ended = new Promise((done) => view.on("close", (code, signal) => done(code ?? signal)));
  view.stderr.resume();
  return new Promise((done, fail) => {
    view.stdout.setEncoding("utf8").on("data", (text) => {
      const at = /^http:\S+$/m.exec((said += text));
      if (at && said.endsWith("\n")) done(at[0]);
    });
    view.on("close", (code) => fail(new Error(`ended with ${code}: ${said}`)));
  });
}

before(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "clawatlas-e2e-view-"));
  file = path.join(dir, "session.jsonl");
  writeFileSync(file, prompt(0, "Count the words") + Array.from({ length: 12 }, (_, i) => call(2 * i + 1, `echo ${i}`) + result(2 * i + 2, 2 * i + 1, lines(60))).join(""));
  base = await start(file);
  browser = await launch();
  context = await visitor(browser);
  page = await context.newPage();
  await page.goto(base);
});

after(async () => {
  view?.kill("SIGKILL");
  await browser?.close();
  if (dir) rmSync(dir, { recursive: true, force: true });
});

const count = () => page.locator('li[id^="step-"]').count();
const steps = (n) => page.waitForFunction((n) => document.querySelectorAll('li[id^="step-"]').length === n, n, { timeout: 30_000 });

test("new steps appear, and what the reader has done stays", async () => {
  assert.equal(await count(), 13);
  const fold = page.locator("#step-5 details").first();
  await fold.evaluate((d) => (d.open = true));
  await page.locator("#step-5").evaluate((e) => e.scrollIntoView({ block: "start" }));
  const link = page.locator("#step-5 a").first();
  await link.focus({ preventScroll: true });
  await page.evaluate(() => (document.body.dataset.same = "page"));
  const top = await page.locator("#step-5").evaluate((e) => e.getBoundingClientRect().top);

  appendFileSync(file, call(40, "make <b>x</b>") + result(41, 40, "done"));
  await steps(14);
  assert.match(await page.locator("p.said[role=status]").first().textContent(), /^1 new step$/);
  assert.equal(await page.evaluate(() => document.body.dataset.same), "page", "the page was loaded again");
  assert.ok(await fold.evaluate((d) => d.open), "the fold has closed");
  assert.ok(await link.evaluate((e) => e === document.activeElement), "the focus has gone");
  assert.ok(Math.abs((await page.locator("#step-5").evaluate((e) => e.getBoundingClientRect().top)) - top) < 2, "the step has moved");
  assert.match(await page.locator(".session").textContent(), /of 13 calls/);
  assert.ok((await page.locator("#step-14").textContent()).includes("make <b>x</b>"), "text of the record is no markup");
});

test("half a line is waited for", async () => {
  const whole = say(50, "Half, then whole.");
  appendFileSync(file, whole.slice(0, 40));
  await new Promise((done) => setTimeout(done, 2500));
  assert.equal(await count(), 14);
  appendFileSync(file, whole.slice(40));
  await steps(15);
});

test("a reader at the end stays at the end, over more than one window", async () => {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.locator("#step-15").evaluate((e) => e.scrollIntoView({ block: "end" }));
  appendFileSync(file, Array.from({ length: 40 }, (_, i) => say(60 + i, `Word ${i}`)).join(""));
  await steps(55);
  const bottom = await page.locator("#step-55").evaluate((e) => e.getBoundingClientRect().bottom - innerHeight);
  assert.ok(Math.abs(bottom) < 20, `the last step ends ${bottom} px below the window`);
  assert.doesNotMatch(await page.locator("main").textContent(), /are on this page|Steps \d+–\d+ of/, "the page says what only a window has");
  await page.keyboard.press("k");
  await page.waitForURL(/#step-\d\d$/); // keys know the new steps
});

test("a plain reload works without a script", async () => {
  const plain = await visitor(browser, { script: false });
  const other = await plain.newPage();
  await other.goto(base);
  assert.equal(await other.locator('li[id^="step-"]').count(), 50);
  assert.match(await other.locator("main").textContent(), /55 steps/);
  await plain.close();
});

test("a file that is replaced is shown as it is now", async () => {
  const next = path.join(dir, "next.tmp");
  writeFileSync(next, prompt(0, "Something else") + say(1, "Yes."));
  renameSync(next, file);
  await steps(2);
  assert.match(await page.locator("h1").textContent(), /^Something else/);
  assert.ok(await page.title().then((t) => t.startsWith("Something else")));
});

test("the process ends cleanly while a page listens", async () => {
  const begun = Date.now();
  view.kill("SIGTERM");
  assert.equal(await ended, 0);
  assert.ok(Date.now() - begun < 3000, "it waits for the page that listens");
  assert.deepEqual(readdirSync(dir).filter((name) => name.startsWith("clawatlas-view-")), []);
  assert.ok(existsSync(file));
});

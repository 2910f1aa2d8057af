// Results of tools that hold a conversation, the head of an e-mail or a table stand on a
// trial's page in that form: at both widths, in both schemes, without a script and by
// the keyboard alone.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, schemes, sizes, visitor } from "./browser.mjs";
import { clawatlas, scripted, serve } from "./site.mjs";

const forms = path.resolve(import.meta.dirname, "..", "results", "nested", "testdata");
const files = ["conversation-history.json", "mail-chain.md", "table-rows.json", "table-orders.csv", "table-notes.md"];
const click = { x: 30, y: 20 };
let dir, site, browser, address;

// A job whose agent clicks on its picture and then reads each file.
before(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "clawatlas-nested-"));
  const job = path.join(dir, "job");
  cpSync(path.join(scripted, "harbor", "2026-01-10__10-00-00"), job, { recursive: true });
  const file = path.join(job, "draw-board__has0001", "agent", "trajectory.json");
  const trace = JSON.parse(readFileSync(file, "utf8"));
  const call = (name, args, content) => {
    const id = `call-${trace.steps.length}`;
    trace.steps.push({ step_id: trace.steps.length + 1, source: "agent", message: "", tool_calls: [{ tool_call_id: id, function_name: name, arguments: args }], observation: { results: [{ source_call_id: id, content }] } });
  };
  call("computer", { type: "click", ...click, model_x: 1, model_y: 1 }, "clicked");
  for (const name of files) call("fetch", { item: name, limit: null }, readFileSync(path.join(forms, name), "utf8"));
  trace.final_metrics.total_steps = trace.steps.length;
  writeFileSync(file, JSON.stringify(trace));
  const db = path.join(dir, "site.db");
  await clawatlas("ingest", "--db", db, job);
  site = await serve(db, dir);
  const { runs } = await (await fetch(`${site.base}/api/v1/runs`)).json();
  address = `${site.base}/runs/${runs.find((r) => r.run.includes("hasty")).run}/scripted-chores/draw-board`;
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.stop();
  if (dir) rmSync(dir, { recursive: true, force: true });
});

async function visit(how, look) {
  const context = await visitor(browser, how);
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "load" });
  try {
    await look(page, JSON.stringify(how));
  } finally {
    await context.close();
  }
}

const seen = async (page, selector) => (await page.locator(selector).evaluateAll((all) => all.filter((e) => e.checkVisibility()).map((e) => e.innerText.trim().replace(/\s+/g, " "))));

// The ways in which a reader may open the trial: of width, scheme and script each two
// together once.
for (const [i, size] of sizes.entries()) {
  for (const [k, scheme] of schemes.entries()) {
    const way = { size, scheme, script: i === k };
    test(`each form is shown, arguments without a value are folded, a click is marked: ${JSON.stringify(way)}`, () =>
      visit(way, async (page, how) => {
        await shown(page, how);
        await folds(page, how);
        await marks(page, how);
      }));
  }
}

// Each form is shown, and the page stays within its width.
async function shown(page, how) {
  const messages = await seen(page, "#step-6 .cv > li");
  assert.equal(messages.length, 2, `${how}: the confirmation is folded: ${messages}`);
  assert.match(messages[0], /^林 D3 14:05 Is the key under the mat\?$/, how);
  assert.match(messages[1], /I look\. called read$/, how);
  const terms = await seen(page, "#step-7 .mail b");
  assert.deepEqual(terms.slice(0, 2), ["From", "To"], how);
  for (const step of [8, 9, 10]) {
    assert.ok((await seen(page, `#step-${step} .nt tbody tr`)).length > 1, `${how}: step ${step} has no rows`);
    const head = await seen(page, `#step-${step} .nt th`);
    assert.ok(head.length > 1 && head.every(Boolean), `${how}: the head of step ${step} is ${head}`);
  }
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `${how}: the page is ${wide} px wide`);
}

// Arguments without a value are folded.
async function folds(page, how) {
  for (const step of [6, 10]) {
    const shown = (await seen(page, `#step-${step} .call > .in`)).join();
    assert.ok(shown.includes(files[step - 6]) && !/limit|null/.test(shown), `${how}: ${shown}`);
    assert.equal(await page.locator(`#step-${step} .call > .fold .arg`).textContent(), "limit = null", how);
  }
}

// A click is marked where it was made.
async function marks(page, how) {
  const image = page.locator("#step-3 a.shot img");
  await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector("#step-3 a.shot img").naturalWidth > 0);
  const { left, top, scale } = await image.evaluate((e) => {
    const box = e.getBoundingClientRect();
    return { left: box.left, top: box.top, scale: box.width / e.naturalWidth };
  });
  const marks = await page.locator("#step-3 a.shot circle").evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).map((b) => ({ x: b.left + b.width / 2, y: b.top + b.height / 2, width: b.width })));
  assert.equal(marks.length, 2, how);
  for (const m of marks) {
    const off = Math.hypot(m.x - left - click.x * scale, m.y - top - click.y * scale);
    assert.ok(off < 1.5 && m.width > 0, `${how}: the mark is ${off} px beside the click`);
  }
  await page.getByRole("link", { name: /^click of step 5 at 30, 20 of / }).click();
  await page.waitForURL(/#step-5/);
}

test("the record's text and what is folded open by keys", async () => {
  for (const script of [true, false]) {
    await visit({ script }, async (page) => {
      for (const selector of ["#step-6 .nest > .own", "#step-6 .nest > .fold:not(.own)", "#step-6 .call > .fold"]) {
        const fold = page.locator(selector).first();
        await fold.locator("summary").first().focus();
        await page.keyboard.press("Enter");
        assert.ok(await fold.evaluate((e) => e.open && e.querySelector("summary ~ *").checkVisibility()), `${selector}, script ${script}`);
      }
      assert.equal((await seen(page, "#step-6 .nest .fold .cv > li")).length, 1);
    });
  }
});

// The order in which a trial's page is read: the trace on the first screen, few
// keys to its first step, a heading for each step, and its pictures by the arrow
// keys.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, sizes, visitor } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { clawatlas, scripted, serve, startSite } from "./site.mjs";

let site, browser, facts, trials;

before(async () => {
  site = await startSite();
  facts = await discover(site.base);
  browser = await launch();
  trials = [facts.choice, facts.exec, facts.longest, facts.rewards.longest, facts.rubric.longest, facts.loose.longest].map((t) => t.path);
});

after(async () => {
  await browser?.close();
  await site?.stop();
});

// Opens an address of the site as a new visitor and closes it after what is done there.
async function visit(address, how, look) {
  const context = await visitor(browser, how);
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "load" });
  try {
    return await look(page);
  } finally {
    await context.close();
  }
}

const top = (page, selector) => page.locator(selector).first().evaluate((e) => e.getBoundingClientRect().top);

for (const script of [true, false]) {
  test(`the trace is on the first screen, twelve times Tab reach it, and each step has a heading, script ${script}`, async () => {
    await visit(site.base, { size: { width: 1280, height: 800 }, script }, async (page) => {
      for (const at of trials) {
        await page.goto(site.base + at, { waitUntil: "load" });
        // Of a trial that did not pass, the step that decided it is opened before the others.
        const step = await top(page, ".evid, .stp");
        assert.ok(step < 800, `the first step of ${at} is at ${step} px, script ${script}`);
        if (script) await headings(page, at);
        await tabs(page, `${at}, script ${script}`);
      }
    });
  });
}

test("on a phone the trace begins on the first screen", async () => {
  await visit(site.base, { size: sizes[1] }, async (page) => {
    for (const at of trials) {
      if (at === facts.loose.longest.path) continue; // it leads with what the agent did
      await page.goto(site.base + at, { waitUntil: "load" });
      const trace = await top(page, ".evid, #trace");
      assert.ok(trace < 900, `on a phone the trace of ${at} begins at ${trace} px`);
    }
  });
});

async function tabs(page, at) {
  for (let pressed = 1; pressed <= 12; pressed++) {
    await page.keyboard.press("Tab");
    const [skips, there] = await page.evaluate(() => {
      const e = document.activeElement;
      return [/^#(steps|step-\d+)$/.test(e.getAttribute("href")) && /^Skip/.test(e.textContent), e.closest(".stp") !== null];
    });
    if (there) return;
    if (skips) {
      const { width, height } = await page.locator(":focus").boundingBox();
      assert.ok(width > 40 && height > 10, `a link to skip on ${at} is not to be seen`);
      await page.keyboard.press("Enter");
    }
  }
  assert.fail(`12 times Tab do not reach the first step of ${at}`);
}

// Each step has a heading, and the trace is a landmark.
async function headings(page, at) {
  const region = page.getByRole("region", { name: "Trace", exact: true });
  const steps = await region.locator(".stp[id^=step-]").evaluateAll((all) => all.filter((e) => !e.parentElement.closest("details:not([open])")).map((e) => e.id.slice(5)));
  const names = await region.getByRole("heading", { level: 3, name: /^Step \d/ }).allTextContents();
  assert.deepEqual(names.map((n) => n.trim().match(/^Step\s+(\d+)/)[1]), steps, at);
  const navs = await page.locator("nav").evaluateAll((all) => all.map((e) => e.getAttribute("aria-label") ?? ""));
  assert.equal(new Set(navs).size, navs.length, `two landmarks of ${at} have one name: ${navs}`);
  assert.ok(navs.every(Boolean), `a landmark of ${at} has no name`);
}

test("what is folded beside the trace opens where an address names it", async () => {
  await visit(`${site.base}${facts.exec.path}#stdout-L1`, {}, async (page) => {
    if ((await page.locator("#stdout-L1").count()) > 0) await page.locator("#stdout-L1").waitFor({ state: "visible" });
  });
});

describe("pictures of a trace", () => {
  let dir, own, address;

  before(async () => {
    dir = mkdtempSync(path.join(tmpdir(), "clawatlas-pictures-"));
    const job = path.join(dir, "job");
    cpSync(path.join(scripted, "harbor", "2026-01-10__10-00-00"), job, { recursive: true });
    const file = path.join(job, "draw-board__has0001", "agent", "trajectory.json");
    const trace = JSON.parse(readFileSync(file, "utf8"));
    const content = trace.steps.flatMap((s) => s.observation?.results ?? []).find((r) => Array.isArray(r.content)).content;
    const picture = content.find((part) => part.type === "image");
    content.push(picture, picture);
    writeFileSync(file, JSON.stringify(trace));
    const db = path.join(dir, "site.db");
    await clawatlas("ingest", "--db", db, job);
    own = await serve(db, dir);
    const { runs } = await (await fetch(`${own.base}/api/v1/runs`)).json();
    address = `${own.base}/runs/${runs.find((r) => r.run.includes("hasty")).run}/scripted-chores/draw-board`;
  });

  after(async () => {
    await own?.stop();
    if (dir) rmSync(dir, { recursive: true, force: true });
  });

  // Waits for the focus: a dialog that closes gives it back in a task of its own.
  const focused = (page, n) => page.waitForFunction((n) => document.querySelectorAll("a[data-picture]")[n] === document.activeElement, n);

  test("the arrow keys go from one to the next", async () => {
    await visit(address, {}, async (page) => {
      assert.equal(await page.locator("a[data-picture]").count(), 3);
      await page.locator("a[data-picture]").first().focus();
      await page.keyboard.press("ArrowRight");
      await focused(page, 1);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await focused(page, 0); // the first has none before it
      await page.keyboard.press("Enter");
      const opened = page.getByRole("dialog", { name: /^Picture 1 of 3/ });
      await opened.waitFor();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.getByRole("dialog", { name: /^Picture 3 of 3/ }).locator("img").waitFor();
      await page.keyboard.press("Escape");
      await focused(page, 2);
    });
  });
});

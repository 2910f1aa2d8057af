// The journeys that decide everything, each by mouse, on a phone, from the
// keyboard, and without JavaScript. Links are found by where they lead, not by
// how they look, so that a page may be drawn anew without a change here.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { atOnce, launch, sizes, visitor } from "./browser.mjs";
import { discover, json } from "./facts.mjs";
import { has } from "./pages.mjs";
import { startSite } from "./site.mjs";

const all = [
  { name: "by mouse", go: click },
  { name: "on a phone", go: click, size: sizes[1] },
  { name: "from the keyboard", go: press },
  { name: "without JavaScript", go: click, script: false },
];
const ways = process.env.E2E_MOUSE ? all.slice(0, 1) : all;

let site, browser, facts, call;

before(async () => {
  site = await startSite();
  facts = await discover(site.base);
  call = await callOf(facts.choice);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.stop();
});

// The first tool call of a trial, as the JSON API tells it.
async function callOf(trial) {
  const { steps } = await json(`${site.base}/api/v1${trial.path}`);
  const step = steps.find((s) => s.tool_calls?.length > 0);
  assert.ok(step, `${trial.path} has no tool call`);
  return { step: step.step_id, tool: step.tool_calls[0].function_name };
}

/** Opens the folds around the first link that matches the selector, if none of them can be seen. */
async function unfold(page, selector, open) {
  await page.locator(selector).first().waitFor({ state: "attached" });
  if ((await page.locator(selector).filter({ visible: true }).count()) > 0) return;
  const folds = page.locator("details:not([open])", { has: page.locator(selector.replace(/^main /, "")) }); // it is sought inside of the fold
  while ((await folds.count()) > 0) await open(folds.first().locator("> summary"));
}

/** Follows the first visible link that matches the selector, by a click. */
async function click(page, selector) {
  await unfold(page, selector, (summary) => summary.click());
  const link = page.locator(selector).filter({ visible: true }).first();
  await link.waitFor();
  await link.click();
}

/** Follows the first link that matches the selector and Tab reaches, by Enter. */
async function press(page, selector) {
  await unfold(page, selector, (summary) => summary.press("Enter"));
  for (let presses = 0; presses < 3000; presses++) {
    await page.keyboard.press("Tab");
    const state = await page.evaluate(focusState, selector);
    if (state === "elsewhere") continue;
    assert.notEqual(state, "left", `Tab leaves ${page.url()} before it reaches ${selector}`);
    assert.notEqual(state, "unseen", `the focus on ${selector} in ${page.url()} is not to be seen`);
    await page.keyboard.press("Enter");
    return;
  }
  assert.fail(`3000 times Tab do not reach ${selector} in ${page.url()}`);
}

// Runs in the page: is the focus on a link that matches, and can it be seen?
function focusState(selector) {
  const at = document.activeElement;
  if (!at || at === document.body) return "left";
  if (!at.matches(selector)) return "elsewhere";
  const style = getComputedStyle(at);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return outlined || style.boxShadow !== "none" ? "found" : "unseen";
}

async function arrives(page, pattern) {
  await page.waitForURL((url) => pattern.test(url.pathname + url.search + url.hash));
  await page.waitForLoadState();
}

// Asserts that step number step of a trace is in the window and names the tool.
async function showsStep(page, { step, tool }) {
  const shown = page.locator(`[id="step-${step}"]`);
  await shown.waitFor();
  assert.ok((await shown.innerText()).includes(tool), `step ${step} does not name ${tool}`);
  const inWindow = await shown.evaluate((e) => {
    const { top, bottom } = e.getBoundingClientRect();
    return top < window.innerHeight && bottom > 0;
  });
  assert.ok(inWindow, `step ${step} is not in the window of ${page.url()}`);
}

async function inFirstScreen(element) {
  const { top, bottom, height } = await element.evaluate((e) => ({ ...e.getBoundingClientRect().toJSON(), height: window.innerHeight }));
  assert.ok(top >= 0 && top < height && bottom > 0, `${top} to ${bottom} px of a window of ${height}`);
}

// A path as a pattern that the whole address must match up to a query.
function at(path, rest = "") {
  return new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}${rest || "(\\?|#|$)"}`);
}

describe("journeys", { concurrency: atOnce }, () => {
  for (const way of ways) {
    describe(way.name, { concurrency: 1 }, () => {
      let context, page;
      // By keyboard two journeys stand for all: what Tab reaches is no other on the rest.
      const journey = (name, ...rest) => (way.go !== press || /^(drill: from the home|compare:)/.test(name)) && test(name, ...rest);
      before(async () => {
        context = await visitor(browser, way);
      });
      after(() => context?.close());

      journey("drill: from the home page down to a tool call", async () => {
        const { benchmark, run, choice } = facts;
        const scenario = `/b/${benchmark}/scenarios/${choice.scenario}`;
        page = await context.newPage();
        await page.goto(site.base);
        await way.go(page, `main a[href="/b/${benchmark}"]`);
        await arrives(page, at(`/b/${benchmark}`));
        await way.go(page, `a[href^="/b/${benchmark}/heatmap"]`);
        await arrives(page, at(`/b/${benchmark}/heatmap`));
        await way.go(page, `main a[href="${scenario}"], main a[href^="${scenario}?"], main a[href^="${scenario}#"]`);
        await arrives(page, at(scenario));
        await way.go(page, `main a[href="${scenario}/${choice.task}"]`);
        await arrives(page, at(`${scenario}/${choice.task}`));
        await way.go(page, `main a[href^="${choice.path}"]`);
        await arrives(page, at(choice.path));
        assert.ok(choice.path.includes(run));
        await way.go(page, `main a[href$="#step-${call.step}"]`);
        await arrives(page, new RegExp(`#step-${call.step}$`));
        await showsStep(page, call);
      });

      journey("drill: from the leaderboard over the run", async () => {
        const { benchmark, run, choice } = facts;
        page = await context.newPage();
        await page.goto(`${site.base}/b/${benchmark}`);
        await way.go(page, `main a[href="/runs/${run}"]`);
        await arrives(page, at(`/runs/${run}`));
        await way.go(page, `main a[href^="/runs/${run}/"]:not([href*="/raw"])`);
        await arrives(page, at(`/runs/${run}/`, "[a-z0-9._-]+/[a-z0-9._-]+"));
        await page.goto(`${site.base}${choice.path}`);
        await way.go(page, `main a[href^="${choice.path}/raw"]`);
        await arrives(page, at(`${choice.path}/raw`));
      });

      journey("by link alone: a step of a trace", async () => {
        page = await context.newPage();
        await page.goto(`${site.base}${facts.choice.path}#step-${call.step}`);
        await showsStep(page, call);
      });

      journey("by link alone: a step of another window", async () => {
        await page.goto(`${site.base}${facts.choice.path}?from=2#step-1`);
        if (way.script === false) await way.go(page, 'noscript a[href="#outline"]');
        else await arrives(page, at(facts.choice.path, "#step-1$"));
      });

      journey("days: from an update to what it changes, and to the step that read it", async () => {
        const scenario = "/b/clawatlas-example/days/ex_office_move";
        page = await context.newPage();
        await page.goto(`${site.base}/b/clawatlas-example/days`);
        await way.go(page, `main a[href="${scenario}#u1"]`);
        await arrives(page, at(scenario, "#u1$"));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `the page is ${wide} px wider than the window`);
        await page.locator('#change-1 a[href$="/1/diff"]').first().waitFor();
        await way.go(page, '#change-1 a[href*="#step-"]');
        await arrives(page, /#step-\d+$/);
      });

      // Each walk says how long it took from its first page to the answer.
      journey("walk: who leads and by how much, at once", async (t) => {
        page = await context.newPage();
        const from = Date.now();
        await page.goto(site.base);
        const leaders = page.locator("main .mini").first().locator("tbody tr");
        assert.match(await leaders.first().innerText(), /\d+\.\d\d/);
        assert.match(await leaders.nth(1).innerText(), /\d+\.\d\d/);
        t.diagnostic(`0 clicks, ${Date.now() - from} ms`);
        await inFirstScreen(leaders.first());
      });

      journey("walk: the reason of a failed round, two clicks from its board", async (t) => {
        page = await context.newPage();
        const from = Date.now();
        await page.goto(`${site.base}/b/${facts.benchmark}`);
        await way.go(page, `a[href="/b/${facts.benchmark}/failures"]`);
        await arrives(page, at(`/b/${facts.benchmark}/failures`));
        await way.go(page, 'main a[href*="?reason="][href$="#trials"]');
        await arrives(page, /^\/b\/.*\/failures\?reason=[a-z]+.*#trials$/);
        const row = page.locator(".stack tbody tr:has(th[scope=row])").first();
        await row.waitFor();
        t.diagnostic(`2 clicks, ${Date.now() - from} ms`);
        await inFirstScreen(row);
        assert.match(await row.locator("td").nth(2).innerText(), /\w+ \w+.*\.”?$/, "a row without its sentence");
      });

      journey("walk: the reasons of a pair, two clicks from the home page", async (t) => {
        page = await context.newPage();
        const from = Date.now();
        await page.goto(site.base);
        await way.go(page, `main a[href="/b/${facts.other}"]`);
        await arrives(page, at(`/b/${facts.other}`));
        for (const n of [0, 1]) await page.locator("#board input[name=run]").nth(n).check();
        await way.go(page, "#compare button");
        await arrives(page, at("/compare"));
        const reasons = page.locator("#reasons");
        await reasons.waitFor();
        t.diagnostic(`2 clicks, ${Date.now() - from} ms`);
      });

      journey("walk: the CSV of a board and how to cite it, one click each", async () => {
        page = await context.newPage();
        await page.goto(`${site.base}/b/${facts.benchmark}`);
        const file = page.waitForEvent("download");
        await way.go(page, `main a[href="/b/${facts.benchmark}?format=csv"]`);
        assert.match((await file).suggestedFilename(), /-leaderboard\.csv$/);
        await page.locator("#cite summary").first().click();
        assert.match(await page.locator("#cite pre").first().innerText(), /^@\w+\{/);
      });

      journey("walk: all failed calls of a tool, one query", async () => {
        page = await context.newPage();
        await page.goto(`${site.base}/b/${facts.benchmark}/failures?tool=exec`);
        const row = page.locator(".stack tbody tr:has(th[scope=row])").first();
        await row.waitFor();
        await way.go(page, '.stack a[href*="#step-"]');
        await arrives(page, /#step-\d+$/);
      });

      journey("compare: from a run to two aligned traces", { skip: !has("compare") && "there is no page of kind compare yet" }, async () => {
        page = await context.newPage();
        await page.goto(`${site.base}/runs/${facts.otherRun}`);
        await way.go(page, 'main a[href^="/compare?"]');
        await arrives(page, at("/compare"));
        await page.selectOption("#pick-b", { index: 1 });
        await page.locator("form.picker button").press("Enter");
        await arrives(page, /^\/compare\?.*b=/);
        await way.go(page, 'main a[href^="/compare/"]');
        await arrives(page, at("/compare/", "[a-z0-9._-]+/[a-z0-9._-]+"));
        await way.go(page, 'main a[href*="#step-"]');
        await arrives(page, /#step-\d+$/);
      });
    });
  }
});

test("the first Tab offers to skip to the content", async () => {
  const context = await visitor(browser);
  const page = await context.newPage();
  await page.goto(site.base);
  await page.keyboard.press("Tab");
  const target = await page.evaluate(() => document.activeElement?.getAttribute("href"));
  assert.match(target ?? "", /^#/, "the first link is not one to skip to the content");
  assert.equal(await page.locator(`main${target}, main ${target}`).count(), 1, `${target} is not the main content`);
  await context.close();
});

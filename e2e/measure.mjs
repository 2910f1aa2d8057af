// Measures how soon pages answer, at both widths: where the first datum stands, how many
// words of prose are in view (rows of figures that unfold are none), how many screens,
// links and tab stops a page has, how much it shifts while it loads, and what axe finds. A
// figure beyond its bound is marked with an asterisk, and then the program ends with 1.
//
//   node measure.mjs [KIND|PATH…] [--json FILE] [--before FILE]
//   E2E_BASE=http://127.0.0.1:8080 node measure.mjs heatmap days /b/clawmark
//
// Without a kind of pages.mjs or a path it measures one page of every kind. --json keeps
// the figures; --before prints those that were kept earlier beside the new ones.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { launch, sizes, visitor } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { accessibility, axeOptions, open } from "./look.mjs";
import { kinds } from "./pages.mjs";
import { startSite } from "./site.mjs";

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "string" }, before: { type: "string" } } });
const figures = ["y", "prose", "screens", "links", "tabs", "shift", "axe"];

// What no page may exceed. A trace is as long as what an agent did; documents, cases and
// errors have no datum.
function bounds(name, width) {
  const trace = /trial|trace|step/.test(name);
  const text = /documentation|about|not found|nothing|case|findings/.test(name);
  const wide = width >= 600;
  return {
    y: text ? Infinity : trace ? 700 : wide ? 360 : 600,
    prose: trace || text ? Infinity : 120,
    screens: trace || /documentation/.test(name) || !wide ? Infinity : 5,
    links: /leaderboard/.test(name) ? 120 : Infinity,
    shift: 0.02,
    axe: 0,
  };
}

// Runs in the page. The first datum is the first cell of a table with a figure or a
// verdict, drawing beside the head's, value of a list, text of a trace or link of a reason
// that a reader sees; the first is the topmost.
function look() {
  const seen = (e) => e.getClientRects().length > 0 && e.checkVisibility({ visibilityProperty: true }) && !e.closest(".sr");
  const data = [...document.querySelectorAll("main :is(tbody td, tbody th, svg, .strip *, .leaders li, dl.facts dd, .steps pre, .stp, .evid td, .txt, .verdict b, ul.list li, .why dd, .framed .ch)")];
  const top = (e) => e.getBoundingClientRect().top;
  const shown = data.filter((e) => seen(e) && !e.closest("form, nav, .hero, .mark") && e.getBoundingClientRect().height > 0);
  const first = shown.reduce((a, b) => (a && top(a) <= top(b) ? a : b), undefined);
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  let prose = 0;
  for (let t; (t = walk.nextNode()); ) {
    const e = t.parentElement;
    if (!seen(e) || e.closest("table, svg, nav, form, .steps, .txt, pre, .kdh, .kd > summary")) continue;
    const hides = getComputedStyle(e).overflow === "hidden"; // a text that ends in "…"
    prose += (hides ? Math.min(1, e.clientWidth / e.scrollWidth) * Math.min(1, e.clientHeight / e.scrollHeight) : 1) * t.data.split(/\s+/).filter((w) => /[\p{L}\p{N}]/u.test(w)).length;
  }
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  return {
    y: first ? Math.round(first.getBoundingClientRect().top + scrollY) : null,
    prose: Math.round(prose),
    screens: Math.round((10 * document.documentElement.scrollHeight) / innerHeight) / 10,
    links: stops.filter((e) => e.matches("a") && seen(e)).length,
    tabs: stops.filter((e) => seen(e) && e.tabIndex >= 0 && !e.disabled).length,
    shift: Math.round(1000 * shifts.reduce((sum, s) => sum + s, 0)) / 1000,
  };
}

// Counts shifts from the first frame on, those after the page has loaded too.
function watch() {
  window.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((e) => shifts.push(e.value))).observe({ type: "layout-shift", buffered: true });
}

async function measured(browser, url, size, status) {
  const context = await visitor(browser, { size, isMobile: size.width < 600, bypassCSP: true });
  await context.addInitScript(watch);
  const page = await open(context, url, { status });
  await page.waitForTimeout(150);
  const found = await page.evaluate(look);
  found.axe = (await accessibility(page, axeOptions)).length;
  await context.close();
  return found;
}

const site = await startSite();
const browser = await launch();
const before = options.before ? JSON.parse(readFileSync(options.before, "utf8")) : {};
const all = {};
let broken = 0;
try {
  const pages = positionals.filter((p) => p.startsWith("/")).map((path) => ({ name: path, path }));
  const named = kinds.filter((k) => positionals.length === 0 || positionals.includes(k.name));
  const facts = named.length && (await discover(site.base));
  pages.push(...named.map((k) => ({ ...k, path: k.path(facts) })));
  console.log(`| page | width | ${figures.join(" | ")} |\n|---|---|${figures.map(() => "---").join("|")}|`);
  for (const { name, path, status } of pages) {
    for (const size of sizes) {
      const found = await measured(browser, site.base + path, size, status);
      const most = bounds(name, size.width);
      const was = before[`${name} ${size.width}`];
      const cells = figures.map((f) => {
        const over = found[f] > (most[f] ?? Infinity);
        if (over) broken++;
        return `${was && was[f] !== found[f] ? `${was[f] ?? "–"} → ` : ""}${found[f] ?? "–"}${over ? "*" : ""}`;
      });
      all[`${name} ${size.width}`] = found;
      console.log(`| ${name} | ${size.width} | ${cells.join(" | ")} |`);
    }
  }
} finally {
  await browser.close();
  await site.stop();
}
if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 1));
if (broken) console.log(`\n${broken} figures are beyond their bounds`);
process.exitCode = broken ? 1 : 0;

// Every kind of page: how it looks, what it says and how it is sent; and on the narrowest
// screen, for fingers, in the dark, in the reader's own colours and spacing, and on paper.
// Each kind is opened once and looked at in all of these ways.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { atOnce, launch, sizes, visitor } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { accessibility, colours, layout, markup, outline, overflow, thin, twin, usage, visit, watched, withAxe, withoutScript } from "./look.mjs";
import { kinds } from "./pages.mjs";
import { startSite } from "./site.mjs";

let site, browser, facts, context;
const titles = new Map();
const phones = [{ width: 320, height: 640 }, sizes[1]];
const free = []; // pages that are open: one that goes on is ready sooner than a new one

before(async () => {
  site = await startSite();
  facts = await discover(site.base);
  browser = await launch({}); // its own: what passes through one that is shared costs time
  context = await visitor(browser);
  await withAxe(context);
});

after(async () => {
  await browser?.close();
  await site?.stop();
});

// Cells of drawings, heatmaps and strips are small on purpose (WCAG 2.5.8 excepts
// what is essential): a table beside them leads to the same places. The number of a
// line is as high as its line.
const withoutCells = { exclude: [["svg"], [".hc"], [".strip"], [".tmap"], [".ln"]] };
const targets = { runOnly: { type: "rule", values: ["target-size", "scrollable-region-focusable"] }, rules: { "target-size": { enabled: true } } };
// The words of a trace have the reader's colours and nothing else; there are many.
const withoutTexts = { exclude: [[".steps"], [".txt"]] };
const contrast = { runOnly: { type: "rule", values: ["color-contrast"] } };

// WCAG 1.4.12.
const spacing = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-bottom: 2em !important; }`;

describe("pages", { concurrency: atOnce }, () => {
  for (const kind of kinds) {
    test(kind.name, async () => {
      const path = kind.path(facts);
      const answer = await fetch(site.base + path);
      const html = await answer.text();
      const page = free.pop() ?? (await fitted());
      await visit(page, site.base + path, kind);
      titles.set(path, await page.title());
      const faults = page.faults;
      const look = async (name, found) => faults.push(...(await found).map((fault) => `${name}: ${fault}`));
      faults.push(...policy(answer));
      await look("sent", markup(html));
      await look("sent", outline(page));
      await look("sent", twin(page, { required: kind.twin }));
      await look("sent", withoutScript(page, html));
      await look("desk", layout(page));
      await page.fit(phones[0]);
      await look("320 px", finger(page));
      await look("320 px", overflow(page));
      await look("320 px", firstRow(page, kind));
      await page.fit(phones[1]);
      await look("390 px", overflow(page));
      await space(page, spacing);
      await look("wider spacing", overflow(page));
      await look("wider spacing", cut(page));
      await space(page, "");
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await look("print", paper(page));
      await page.emulateMedia({ media: "screen" });
      await thin(page);
      await look("dark", colours(page));
      await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
      await look("forced colours", accessibility(page, contrast, withoutTexts));
      await look("forced colours", current(page));
      await page.emulateMedia({ forcedColors: "none" });
      await page.fit(phones[0]);
      await look("320 px", accessibility(page, targets, withoutCells));
      await page.fit(sizes[0]);
      await look("desk", usage(page));
      free.push(page);
      assert.ok(faults.length === 0, `${path} has ${faults.length} faults:\n  ${faults.join("\n  ")}`);
    });
  }
});

// A page whose window is a desk's, or below 600 px that of a phone with a finger.
async function fitted() {
  const page = await watched(context);
  const devtools = await context.newCDPSession(page);
  page.fit = async (size) => {
    const mobile = size.width < 600;
    await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: mobile });
    await devtools.send("Emulation.setDeviceMetricsOverride", { ...size, mobile, deviceScaleFactor: 1 });
  };
  return page;
}

// The window is a phone's, and what the page's script folds there is folded.
function finger(page) {
  return page.evaluate(() => {
    for (const d of document.querySelectorAll("details[data-narrow]")) d.open = false;
    return innerWidth <= 640 && matchMedia("(pointer: coarse)").matches ? [] : [`the window is ${innerWidth} px wide and has no finger`];
  });
}

// The sheet with wider spacing is a reader's, which no policy of a site forbids.
function space(page, text) {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, text);
}

// The first row of a board is on the first screen of the smallest phone.
async function firstRow(page, kind) {
  if (!kind.name.startsWith("leaderboard")) return [];
  const bottom = await page.locator("table.board tbody tr:not(.grp)").first().evaluate((row) => row.getBoundingClientRect().bottom);
  return bottom <= 640 ? [] : [`the first row of data ends at ${Math.round(bottom)} px, below the first screen of 640`];
}

// Shadows and grounds are gone in forced colours: where one is must be told by a line.
function current(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("nav a[aria-current=page]")]
      .filter((a) => !getComputedStyle(a).textDecorationLine.includes("underline"))
      .map((a) => `nothing shows that ${JSON.stringify(a.textContent.trim())} is the current page`),
  );
}

// On paper the ground is white, whatever the screen was, a fold says that it is one,
// and nothing sticks or is cut by a box that scrolls.
function paper(page) {
  return page.evaluate(() => {
    const dark = (colour) => {
      const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
      return a > 0.5 && 0.2126 * r + 0.7152 * g + 0.0722 * b < 128;
    };
    const data = "td, .ramp, .bar, i, mark"; // an i is a sign of a key, an outline or a track
    const faults = [];
    for (const e of document.querySelectorAll("body, body *:not(svg *)")) {
      const style = getComputedStyle(e);
      if (style.display === "none" || !e.getClientRects().length) continue;
      if (dark(style.backgroundColor) && !e.closest(data)) faults.push(`dark ground of ${e.cloneNode(false).outerHTML.slice(0, 90)}`);
      if (style.position === "fixed" || (style.position === "sticky" && e.closest("main"))) faults.push(`${style.position}: ${e.cloneNode(false).outerHTML.slice(0, 90)}`);
    }
    for (const summary of document.querySelectorAll("details:not([open]) > summary")) {
      if (summary.getClientRects().length && !getComputedStyle(summary, "::after").content.includes("folded")) faults.push(`a fold does not say so: ${summary.textContent.slice(0, 60)}`);
    }
    return faults.slice(0, 5);
  });
}

// Text that a box of fixed height no longer holds. What a benchmark is and the sentence
// of a row are shortened on purpose: their title and the page behind them have the whole.
function cut(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("main *:not(svg *), nav *")]
      .filter((e) => {
        const style = getComputedStyle(e);
        const hides = style.overflowY === "hidden" || style.overflowY === "clip";
        return hides && e.clientHeight > 4 && e.scrollHeight > e.clientHeight + 4 && !e.closest(".sr, caption, .bench-head p, .cl");
      })
      .slice(0, 3)
      .map((e) => `cut at ${e.clientHeight} of ${e.scrollHeight} px: ${e.cloneNode(false).outerHTML.slice(0, 120)}`),
  );
}

// No page lets a script or a frame of others in.
function policy(answer) {
  const text = answer.headers.get("content-security-policy") ?? "";
  const holds = /default-src 'none'/.test(text) && /frame-ancestors 'none'/.test(text) && !/unsafe-inline|unsafe-eval|\*/.test(text);
  return holds ? [] : [`its policy is ${JSON.stringify(text)}`];
}

test("no two pages have the same title", () => {
  // A part of a page that an option chooses has the page's title.
  const found = kinds.filter((kind) => !kind.status && !/^faulty checks|matches of a search/.test(kind.name)).map((kind) => kind.path(facts));
  const paths = [...new Set(found)];
  const twice = paths.filter((path, i) => paths.slice(0, i).some((earlier) => titles.get(earlier) === titles.get(path)));
  assert.deepEqual(
    twice.map((path) => `${path}: ${titles.get(path)}`),
    [],
  );
});

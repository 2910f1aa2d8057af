// What has to hold for every kind of page beyond pages.test.mjs: the narrowest
// screen, targets for fingers, the dark scheme, wider spacing of text, the reader's own
// colours, and paper. Each kind is opened once and looked at in all of these ways.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { atOnce, launch, visitor } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { accessibility, colours, open, overflow } from "./look.mjs";
import { kinds } from "./pages.mjs";
import { startSite } from "./site.mjs";

let site, browser, context, facts;

before(async () => {
  site = await startSite();
  facts = await discover(site.base);
  browser = await launch();
  // The sheet with wider spacing is a reader's, which no policy of a site forbids.
  context = await visitor(browser, { size: { width: 320, height: 640 }, isMobile: true, bypassCSP: true });
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

describe("design", { concurrency: atOnce }, () => {
  for (const kind of kinds) {
    test(kind.name, async () => {
      const page = await open(context, site.base + kind.path(facts), kind);
      const faults = [...page.faults];
      const look = async (name, found) => faults.push(...(await found).map((fault) => `${name}: ${fault}`));
      await look("320 px", overflow(page));
      await look("320 px", accessibility(page, targets, withoutCells));
      await look("320 px", firstRow(page, kind));
      await page.setViewportSize({ width: 390, height: 844 });
      await look("390 px", overflow(page));
      await page.emulateMedia({ colorScheme: "dark" });
      await look("dark", colours(page));
      await page.emulateMedia({ colorScheme: "light" });
      await page.emulateMedia({ forcedColors: "active" });
      await look("forced colours", accessibility(page, contrast, withoutTexts));
      await look("forced colours", current(page));
      await page.emulateMedia({ forcedColors: "none", media: "print", colorScheme: "dark" });
      await look("print", paper(page));
      await page.emulateMedia({ media: "screen", colorScheme: "light" });
      await page.addStyleTag({ content: spacing });
      await look("wider spacing", overflow(page));
      await look("wider spacing", cut(page));
      await page.close();
      assert.ok(faults.length === 0, `${kind.path(facts)} has ${faults.length} faults:\n  ${faults.join("\n  ")}`);
    });
  }
});

// The first row of a board is on the first screen of the smallest phone.
async function firstRow(page, kind) {
  if (!kind.name.startsWith("leaderboard")) return [];
  const bottom = await page.locator(".forest tbody tr:not(.fo-group)").first().evaluate((row) => row.getBoundingClientRect().bottom);
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
    const data = "td, .ramp, .strip, .bar, mark";
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

// Text that a box of fixed height no longer holds.
function cut(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("main *:not(svg *), nav *")]
      .filter((e) => {
        const style = getComputedStyle(e);
        const hides = style.overflowY === "hidden" || style.overflowY === "clip";
        return hides && e.clientHeight > 4 && e.scrollHeight > e.clientHeight + 4 && !e.closest(".sr, .heat");
      })
      .slice(0, 3)
      .map((e) => `cut at ${e.clientHeight} of ${e.scrollHeight} px: ${e.cloneNode(false).outerHTML.slice(0, 120)}`),
  );
}

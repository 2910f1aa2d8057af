// Every kind of page on a desk and in light: how it looks, what it says, and how it is
// sent. design.test.mjs looks at the same kinds on phones and in dark.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { atOnce, launch, visitor } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { appearance, markup, open, outline, twin, withoutScript } from "./look.mjs";
import { kinds } from "./pages.mjs";
import { startSite } from "./site.mjs";

let site, browser, facts, context;
const titles = new Map();

before(async () => {
  site = await startSite();
  facts = await discover(site.base);
  browser = await launch();
  context = await visitor(browser);
});

after(async () => {
  await browser?.close();
  await site?.stop();
});

describe("pages", { concurrency: atOnce }, () => {
  for (const kind of kinds) {
    test(kind.name, async () => {
      const path = kind.path(facts);
      const answer = await fetch(site.base + path);
      const html = await answer.text();
      const page = await open(context, site.base + path, kind);
      titles.set(path, await page.title());
      const faults = [
        ...page.faults,
        ...policy(answer),
        ...(await appearance(page)),
        ...(await markup(html)),
        ...(await outline(page)),
        ...(await twin(page, { required: kind.twin })),
        ...(await withoutScript(page, html)),
      ];
      await page.close();
      assert.ok(faults.length === 0, `${path} has ${faults.length} faults:\n  ${faults.join("\n  ")}`);
    });
  }
});

// No page lets a script or a frame of others in.
function policy(answer) {
  const text = answer.headers.get("content-security-policy") ?? "";
  const holds = /default-src 'none'/.test(text) && /frame-ancestors 'none'/.test(text) && !/unsafe-inline|unsafe-eval|\*/.test(text);
  return holds ? [] : [`its policy is ${JSON.stringify(text)}`];
}

test("no two pages have the same title", () => {
  const found = kinds.filter((kind) => !kind.status).map((kind) => kind.path(facts));
  const paths = [...new Set(found)];
  const twice = paths.filter((path, i) => paths.slice(0, i).some((earlier) => titles.get(earlier) === titles.get(path)));
  assert.deepEqual(
    twice.map((path) => `${path}: ${titles.get(path)}`),
    [],
  );
});

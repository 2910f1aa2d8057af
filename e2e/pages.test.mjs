// Every kind of page, at both widths and in both colour schemes.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { atOnce, launch, schemes, sizes, visitor } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { appearance, markup, open, outline, twin, withoutScript } from "./look.mjs";
import { kinds } from "./pages.mjs";
import { startSite } from "./site.mjs";

let site, browser, facts, plain;
const views = [];
const titles = new Map();

before(async () => {
  site = await startSite();
  facts = await discover(site.base);
  browser = await launch();
  plain = await visitor(browser, { script: false });
  for (const size of sizes) {
    for (const scheme of schemes) views.push({ scheme, size, context: await visitor(browser, { size, scheme }) });
  }
});

after(async () => {
  await browser?.close();
  await site?.stop();
});

function faultless(faults, path) {
  assert.ok(faults.length === 0, `${path} has ${faults.length} faults:\n  ${faults.join("\n  ")}`);
}

describe("pages", { concurrency: atOnce }, () => {
  for (const kind of kinds) {
    describe(kind.name, { concurrency: 1 }, () => {
      for (const size of sizes) {
        for (const scheme of schemes) {
          test(`${size.width} px, ${scheme}`, async () => {
            const view = views.find((v) => v.size === size && v.scheme === scheme);
            const page = await open(view.context, site.base + kind.path(facts), kind);
            const faults = [...page.faults, ...(await appearance(page, scheme))];
            await page.close();
            faultless(faults, kind.path(facts));
          });
        }
      }

      test("what it says, and how", async () => {
        const path = kind.path(facts);
        const url = site.base + path;
        const html = await (await fetch(url)).text();
        const page = await open(views[0].context, url, kind);
        const bare = await open(plain, url, kind);
        titles.set(path, await page.title());
        const faults = [
          ...bare.faults,
          ...(await markup(html)),
          ...(await outline(page)),
          ...(await twin(page, { required: kind.twin })),
          ...(await withoutScript(page, bare)),
        ];
        await Promise.all([page.close(), bare.close()]);
        faultless(faults, path);
      });
    });
  }
});

test("no two pages have the same title", () => {
  const found = kinds.filter((kind) => !kind.status).map((kind) => kind.path(facts));
  const paths = [...new Set(found)];
  const twice = paths.filter((path, i) => paths.slice(0, i).some((earlier) => titles.get(earlier) === titles.get(path)));
  assert.deepEqual(
    twice.map((path) => `${path}: ${titles.get(path)}`),
    [],
  );
});

test("the raw records are sent as text that no browser runs, and their trial links them", async () => {
  for (const trial of [facts.choice, facts.exec]) {
    const page = await open(views[0].context, site.base + trial.path);
    const linked = await page.locator(`a[href^="${trial.path}/raw"]`).first().getAttribute("href");
    await page.goto(site.base + linked);
    // A trial of several records links their list, which is a page.
    const list = await page.locator("main a[href*='/raw']").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    await page.close();
    const records = list.length > 0 ? list : [linked];
    let parsed = 0;
    for (const href of records) {
      const answer = await fetch(site.base + href);
      assert.equal(answer.status, 200, href);
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff", href);
      const type = answer.headers.get("content-type");
      assert.match(type, /^(application\/json|text\/plain)\b/, href);
      if (!type.startsWith("application/json")) continue;
      assert.equal(typeof JSON.parse(await answer.text()), "object", href);
      parsed++;
    }
    assert.ok(parsed > 0, `no record of ${trial.path} is JSON`);
  }
});

test("no page lets a script or a frame of others in", async () => {
  for (const kind of kinds) {
    const answer = await fetch(site.base + kind.path(facts));
    const policy = answer.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'/, kind.name);
    assert.match(policy, /frame-ancestors 'none'/, kind.name);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*/, kind.name);
  }
});

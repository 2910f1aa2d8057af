// Shows that each check of look.mjs finds the fault that it is there for. A
// small server stands in for the site, so these tests need no binary.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch, sizes, visitor } from "./browser.mjs";
import { colours, layout, markup, open, outline, thin, twin, usage, withoutScript } from "./look.mjs";

const csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'";
const scripts = {
  "/throws.js": "throw new Error('thrown on purpose')",
  "/adds.js": "document.querySelector('main').insertAdjacentHTML('beforeend', '<p data-enhanced>Copy</p>')",
  "/replaces.js": "document.querySelector('main p').textContent = 'Only by script'",
};
const styles = {
  "/dim.css": "@media (prefers-color-scheme: dark) { body { background: #222; color: #444 } }",
};
const twins = {
  "/twin.json": ["application/json", "{}"],
  "/broken.json": ["application/json", "{"],
  "/text.json": ["text/plain", "{}"],
};

function document_({ head = "", body = "<main><h1>Runs</h1><p>Two runs.</p></main>", title = "Runs" }) {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="icon" href="/icon.svg">${head}</head><body>${body}</body></html>`;
}

const rows = (cell) => `<tr><th scope="row">Row</th><td>${cell}</td></tr>`.repeat(9);

const pages = {
  "/good": document_({ head: '<link rel="alternate" type="application/json" href="/twin.json">' }),
  "/throws": document_({ head: '<script src="/throws.js" defer></script>' }),
  "/inline": document_({ head: "<style>p{color:red}</style>" }),
  "/image": document_({ body: '<main><h1>Runs</h1><img src="/gone.png" alt="a run"></main>' }),
  "/stray": document_({ head: '<link rel="stylesheet" href="http://192.0.2.1/a.css">' }),
  "/wide": document_({ body: '<main><h1>Runs</h1><svg width="900" height="9" role="img" aria-label="a line"></svg></main>' }),
  "/black": document_({ body: '<main><h1>Runs</h1><svg width="90" height="9" role="img" aria-label="a bar"><rect width="9" height="9"></rect></svg></main>' }),
  "/unnamed": document_({ body: '<main><h1>Runs</h1><a href="/good"></a></main>' }),
  "/rows": document_({ body: `<main><h1>Runs</h1><table><tbody>${rows("One")}${rows('<a href="/good"></a>')}<tr><td class="last">Two</td></tr></tbody></table></main>` }),
  "/dim": document_({ head: '<link rel="stylesheet" href="/dim.css">' }),
  "/nested": document_({ body: "<main><h1>Runs</h1><p>One<div>two</div></p></main>" }),
  "/bare": document_({ title: "", body: "<h1>Runs</h1><h1>Again</h1>" }),
  "/broken-twin": document_({ head: '<link rel="alternate" type="application/json" href="/broken.json">' }),
  "/text-twin": document_({ head: '<link rel="alternate" type="application/json" href="/text.json">' }),
  "/lost-twin": document_({ head: '<link rel="alternate" type="application/json" href="/lost.json">' }),
  "/adds": document_({ head: '<script src="/adds.js" defer></script>' }),
  "/replaces": document_({ head: '<script src="/replaces.js" defer></script>' }),
};

let server, base, browser, context;

before(async () => {
  server = createServer((request, response) => {
    const answer = (status, type, text) => {
      response.writeHead(status, { "content-type": type, "content-security-policy": csp });
      response.end(text);
    };
    const url = request.url;
    if (url in pages) return answer(200, "text/html", pages[url]);
    if (url === "/icon.svg") return answer(200, "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>');
    if (url in scripts) return answer(200, "text/javascript", scripts[url]);
    if (url in styles) return answer(200, "text/css", styles[url]);
    if (url in twins) return answer(200, ...twins[url]);
    answer(404, "text/html", document_({ title: "Not found" }));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${server.address().port}`;
  browser = await launch();
  context = await visitor(browser);
});

after(async () => {
  await browser?.close();
  server?.close();
});

function found(faults, want) {
  assert.ok(
    faults.some((f) => want.test(f)),
    `want a fault like ${want}, got ${JSON.stringify(faults, null, 1)}`,
  );
}

for (const [path, want] of [
  ["/throws", /script error: thrown on purpose/],
  ["/inline", /console error: .*Content Security Policy/],
  ["/image", /console error: .*404.*gone\.png/],
  ["/stray", /asks another machine for http:\/\/192\.0\.2\.1/],
  ["/lost", /status 404, want 200/],
]) {
  test(`opening finds ${path}`, async () => {
    const page = await open(context, base + path);
    found(page.faults, want);
    await page.close();
  });
}

test("an error page that is wanted is no fault", async () => {
  const page = await open(context, `${base}/lost`, { status: 404 });
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("a window that is too narrow is found, and one that is not is not", async () => {
  const phone = await visitor(browser, { size: sizes[1] });
  const narrow = await open(phone, `${base}/wide`);
  found(await layout(narrow), /the page is 9\d\d px wide in a window of 390 px, by .*svg/);
  await phone.close();
  const wide = await open(context, `${base}/wide`);
  assert.deepEqual(await layout(wide), []);
  await wide.close();
});

test("a shape that nothing colours is found", async () => {
  const page = await open(context, `${base}/black`);
  found(await layout(page), /black because nothing colours it: .*rect/);
  await page.close();
});

test("a link without a name is found by axe, under the strict policy", async () => {
  const page = await open(context, `${base}/unnamed`);
  found(await usage(page), /axe link-name/);
  await page.close();
});

test("of what is alike some are left, with each fault that they have", async () => {
  const page = await open(context, `${base}/rows`);
  const count = (selector) => page.locator(selector).count();
  await thin(page);
  assert.deepEqual([await count("tr"), await count("td"), await count("td a"), await count("td.last")], [5, 5, 2, 1]);
  found(await usage(page), /axe link-name: .* 2 times/);
  await page.close();
});

test("words that only the dark scheme makes unreadable are found there", async () => {
  const dark = await visitor(browser, { scheme: "dark" });
  const page = await open(dark, `${base}/dim`);
  found(await colours(page), /axe color-contrast/);
  await dark.close();
  const light = await open(context, `${base}/dim`);
  assert.deepEqual(await colours(light), []);
  await light.close();
});

test("wrong nesting is found in the HTML", async () => {
  found(await markup(pages["/nested"]), /html \d+:\d+ /);
});

test("a bare page is found by its outline", async () => {
  const page = await open(context, `${base}/bare`);
  const faults = await outline(page);
  found(faults, /2 h1 elements/);
  found(faults, /title is empty/);
  found(faults, /not one main/);
  await page.close();
});

for (const [path, want] of [
  ["/broken-twin", /broken\.json: /],
  ["/text-twin", /sent as text\/plain/],
  ["/lost-twin", /answers 404/],
  ["/wide", /no <link rel/],
]) {
  test(`the JSON twin of ${path} is found wanting`, async () => {
    const page = await open(context, base + path);
    found(await twin(page, { required: true }), want);
    await page.close();
  });
}

test("text that only a script shows is found, additions that are marked are not", async () => {
  for (const [path, want] of [["/replaces", /differs without JavaScript: "Runs?Two runs/], ["/adds", null]]) {
    const page = await open(context, base + path);
    const faults = await withoutScript(page, pages[path]);
    if (want) found(faults, want);
    else assert.deepEqual(faults, []);
    await page.close();
  }
});

test("a good page has no fault", async () => {
  const page = await open(context, `${base}/good`);
  const faults = [
    ...page.faults,
    ...(await layout(page)),
    ...(await usage(page)),
    ...(await colours(page)),
    ...(await markup(pages["/good"])),
    ...(await outline(page)),
    ...(await twin(page, { required: true })),
    ...(await withoutScript(page, pages["/good"])),
  ];
  assert.deepEqual(faults, []);
  await page.close();
});

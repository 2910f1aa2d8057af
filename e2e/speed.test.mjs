// What a first visit costs on a phone: a processor four times slower than this one,
// slow 4G as Lighthouse has it (1.6 Mbit/s, 150 ms for each request), nothing kept.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visitor } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { startSite } from "./site.mjs";

const slow4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const mostMS = 1500;
const mostBytes = 60 * 1024;
const visits = 3; // at most: a busy machine only adds to a time, so one that is fast enough counts

let site, browser, facts;

before(async () => {
  site = await startSite();
  facts = await discover(site.base);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.stop();
});

const pages = {
  home: () => "/",
  board: () => `/b/${facts.benchmark}`,
  "board of rewards": () => "/b/liveclawbench",
  compare: () => `/compare?a=${facts.pair[0]}&b=${facts.pair[1]}`,
};

for (const [name, address] of Object.entries(pages)) {
  test(`${name} on a cold phone: content within 1.5 s, under 60 KB`, async (t) => {
    const all = [];
    while (all.length < visits && !all.some((v) => v.lcp <= mostMS)) all.push(await visit(site.base + address()));
    const best = all.reduce((a, b) => (b.lcp < a.lcp ? b : a));
    t.diagnostic(`first paint ${best.fcp} ms, largest ${best.lcp} ms, ${best.bytes} bytes in ${best.requests} requests`);
    assert.ok(best.lcp <= mostMS, `the largest content is painted after ${all.map((v) => v.lcp).join(", ")} ms, want ${mostMS} at most`);
    assert.ok(best.bytes <= mostBytes, `${best.bytes} bytes are sent, want ${mostBytes} at most`);
  });
}

// Opens a page as a visitor who was never here.
async function visit(url) {
  const context = await visitor(browser, { size: { width: 390, height: 844 }, isMobile: true, deviceScaleFactor: 3 });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  let bytes = 0;
  let requests = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests++;
  });
  await page.addInitScript(() => {
    globalThis.painted = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => (globalThis.painted = e.startTime))).observe({ type: "largest-contentful-paint", buffered: true });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForFunction(() => globalThis.painted > 0 && performance.getEntriesByName("first-contentful-paint").length > 0);
  const { fcp, lcp } = await page.evaluate(() => ({ fcp: performance.getEntriesByName("first-contentful-paint")[0].startTime, lcp: globalThis.painted }));
  await context.close();
  assert.ok(lcp > 0 && requests > 1, "nothing was measured");
  return { fcp: Math.round(fcp), lcp: Math.round(lcp), bytes, requests };
}

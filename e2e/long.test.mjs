// Names of 300 letters without a space, in every place where a record can have
// one, on a phone: no page may become wider than the window, and the whole name
// has to be on it.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { atOnce, launch, sizes, visitor } from "./browser.mjs";
import { overflow } from "./look.mjs";
import { clawatlas, scripted, serve } from "./site.mjs";

const long = (word) => (word + "x".repeat(300)).slice(0, 300);
const names = { model: long("Model"), agent: long("Agent"), task: long("Task"), scenario: long("Scenario"), tool: long("Tool"), file: long("File").slice(0, 240), label: long("Label") };
let dir, site, browser, context;

before(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "clawatlas-long-"));
  const job = path.join(dir, "job");
  cpSync(path.join(scripted, "harbor", "2026-01-10__10-00-00"), job, { recursive: true });
  for (const name of readdirSync(job, { recursive: true })) lengthen(path.join(job, name));
  const artifacts = path.join(job, "draw-board__has0001", "artifacts");
  mkdirSync(artifacts);
  writeFileSync(path.join(artifacts, `${names.file}.txt`), names.file);
  writeFileSync(path.join(artifacts, "short.txt"), names.file);
  const mark = path.join(dir, "clawmark");
  cpSync(path.join(scripted, "clawmark"), mark, { recursive: true });
  renameSync(path.join(mark, "scripted_scripted-hasty"), path.join(mark, `scripted_${names.model.slice(0, 200)}`));
  const db = path.join(dir, "site.db");
  await clawatlas("ingest", "--db", db, job, mark);
  site = await serve(db, dir);
  browser = await launch();
  context = await visitor(browser, { size: sizes[1] });
});

after(async () => {
  await browser?.close();
  await site?.stop();
  if (dir) rmSync(dir, { recursive: true, force: true });
});

// Puts the long names in place of the short ones of one file.
function lengthen(file) {
  if (!statSync(file).isFile() || !file.endsWith(".json")) return;
  let text = readFileSync(file, "utf8");
  for (const [short, name] of [["scripted-hasty", names.model], ["scripted-chores", names.scenario], ["count-words", names.task], ['"bash"', `"${names.tool}"`], ['"name": "scripted"', `"name": "${names.agent}"`]]) text = text.replaceAll(short, name);
  writeFileSync(file, text);
}

// One address of each kind, from the links of the pages.
async function addresses() {
  const kinds = new Map();
  const queue = ["/", "/runs", "/models", "/compare", "/search?q=the"];
  const seen = new Set(queue);
  for (let at; (at = queue.shift()); ) {
    const answer = await fetch(site.base + at);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
    const html = await answer.text();
    if (!/x{100}/.test(html)) continue;
    const parts = at.split("?")[0].split("/");
    const kind = parts[1] + parts.length + (/^[a-z]{1,10}$/.test(parts.at(-1)) ? parts.at(-1) : "*") + at.includes("?");
    const of = kinds.get(kind) ?? [];
    if (of.length >= 3) continue;
    kinds.set(kind, [...of, at]);
    for (const [, href] of html.matchAll(/href="(\/[^"#]*)/g)) {
      const to = href.replaceAll("&amp;", "&");
      if (!seen.has(to) && !/^\/(api|static)\//.test(to)) seen.add(to), queue.push(to);
    }
  }
  return [...kinds.values()].flat();
}

test("no page is wider than a phone", { timeout: 600_000 }, async () => {
  const list = await addresses();
  assert.ok(list.length > 20, `${list.length} pages have a long name`);
  const faults = [];
  const queue = [...list];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const page = await context.newPage();
      for (let at; (at = queue.shift()); ) {
        await page.goto(site.base + at, { waitUntil: "load" });
        faults.push(...(await overflow(page)).map((f) => `${at.slice(0, 120)}: ${f}`));
      }
      await page.close();
    }),
  );
  assert.deepEqual(faults, []);
});

test("the whole name is on the page of its run", async () => {
  const runs = await (await fetch(`${site.base}/api/v1/runs`)).json();
  const run = runs.runs.find((r) => r.system.model.includes("x".repeat(30)) || r.run.includes("x".repeat(30)));
  assert.ok(run, "no run of the long model");
  const html = await (await fetch(`${site.base}/runs/${run.run}`)).text();
  assert.ok(html.includes(names.model), "the run's page has no whole name");
});

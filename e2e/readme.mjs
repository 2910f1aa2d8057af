// Takes the picture that README shows, of today's build and the records that ship with
// it:
//
//   node readme.mjs [FILE]
//
// The board is one whose systems are ranked by records; a printed figure in its first
// screen that had a rank would be a fault, and then nothing is written.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { launch, visitor } from "./browser.mjs";
import { open } from "./look.mjs";
import { clawatlas, serve } from "./site.mjs";

const file = process.argv[2] ?? path.join(import.meta.dirname, "pictures", "leaderboard.png");
const dir = mkdtempSync(path.join(tmpdir(), "clawatlas-readme-"));
const db = path.join(dir, "site.db");
await clawatlas("ingest", "--db", db, "--example");
const site = await serve(db, dir);
const browser = await launch();
try {
  const page = await open(await visitor(browser), `${site.base}/b/liveclawbench`, {});
  const rows = await page.$$eval("#forest tbody tr", (list) => list.map((r) => ({ printed: r.matches(".printed") || /printed/.test(r.textContent), ranked: /\d/.test(r.querySelector(".rk")?.textContent ?? "") })));
  if (!rows.length || rows[0].printed || rows.some((r) => r.printed && r.ranked)) throw new Error(`the board ranks a printed figure, or nothing: ${JSON.stringify(rows)}`);
  await page.screenshot({ path: file });
  console.log(file);
} finally {
  await browser.close();
  await site.stop();
}

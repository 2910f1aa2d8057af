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
  const ranks = await page.$$eval("#board tbody tr:not(.grp) .rk", (list) => list.map((cell) => cell.textContent.trim()));
  if (!ranks.length || ranks.some((rank) => !/\d/.test(rank))) throw new Error(`the board ranks nothing, or a row without a rank: ${JSON.stringify(ranks)}`);
  await page.screenshot({ path: file });
  console.log(file);
} finally {
  await browser.close();
  await site.stop();
}

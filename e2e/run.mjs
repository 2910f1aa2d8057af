// Runs the browser tests over one site and one browser for all files: building its
// database takes longer than most of them, and starting a browser as long as many.
//
//   node run.mjs [--test-name-pattern=…] [FILE…]
//   node run.mjs --update      takes the pictures of screens.test.mjs anew
//   node run.mjs --mouse       walks the journeys by mouse alone
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { launchServer } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { startSite } from "./site.mjs";

// What measures or waits for a clock is alone, when the others are through.
const alone = ["speed.test.mjs", "view.test.mjs"];

const update = process.argv.includes("--update");
const mouse = process.argv.includes("--mouse");
const rest = process.argv.slice(2).filter((a) => a !== "--update" && a !== "--mouse");
const flags = rest.filter((a) => a.startsWith("-"));
let files = rest.filter((a) => !a.startsWith("-"));
if (files.length === 0 && mouse) files = ["journeys.test.mjs"];
if (files.length === 0) files = update ? ["screens.test.mjs"] : readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.mjs"));

let tests, stopped;
const site = await startSite();
const browser = await launchServer();
const facts = JSON.stringify(await discover(site.base));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => ((stopped = true), tests?.kill(signal)));

function run(files, atOnce) {
  if (files.length === 0 || stopped) return 0;
  tests = spawn(process.execPath, ["--test", `--test-concurrency=${atOnce}`, "--test-reporter=spec", ...flags, ...files], {
    cwd: import.meta.dirname,
    env: { ...process.env, E2E_BASE: site.base, E2E_BROWSER: browser.wsEndpoint(), E2E_FACTS: facts, ...(update && { E2E_UPDATE: "1" }), ...(mouse && { E2E_MOUSE: "1" }) },
    stdio: "inherit",
  });
  return new Promise((done, fail) => {
    tests.on("error", fail);
    tests.on("close", (code) => done(code ?? 1));
  });
}

try {
  const together = await run(files.filter((f) => !alone.includes(f)), 2);
  process.exitCode = (await run(files.filter((f) => alone.includes(f)), 1)) || together;
} finally {
  await browser.close();
  await site.stop();
}

// Runs the browser tests over one site for all files: building its database
// takes longer than most of them.
//
//   node run.mjs [--test-name-pattern=…] [FILE…]
//   node run.mjs --update      takes the pictures of screens.test.mjs anew
import { spawn } from "node:child_process";
import { startSite } from "./site.mjs";

const update = process.argv.includes("--update");
const rest = process.argv.slice(2).filter((a) => a !== "--update");
const files = update && rest.length === 0 ? ["screens.test.mjs"] : rest;
const site = await startSite();
const tests = spawn(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files], {
  cwd: import.meta.dirname,
  env: { ...process.env, E2E_BASE: site.base, ...(update && { E2E_UPDATE: "1" }) },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => tests.kill(signal));
process.exitCode = await new Promise((done, fail) => {
  tests.on("error", fail);
  tests.on("close", (code) => done(code ?? 1));
}).finally(() => site.stop());

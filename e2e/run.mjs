// Runs the browser tests over one site for all files: building its database
// takes longer than most of them.
import { spawn } from "node:child_process";
import { startSite } from "./site.mjs";

const site = await startSite();
const tests = spawn(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...process.argv.slice(2)], {
  cwd: import.meta.dirname,
  env: { ...process.env, E2E_BASE: site.base },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => tests.kill(signal));
process.exitCode = await new Promise((done, fail) => {
  tests.on("error", fail);
  tests.on("close", (code) => done(code ?? 1));
}).finally(() => site.stop());

// Starts the real binary over a new database of scripted and real records.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const binary = path.join(root, "bin", "clawatlas");

// Records of scripted agents in the formats that the bundled examples lack, so
// that every kind of page has something to show without anybody's data.
export const scripted = path.resolve(import.meta.dirname, "..", "ingest", "bundled", "scripted", "records");

// What of the shared records goes into the database. Each is a folder that
// `clawatlas ingest` takes; add one when its format can be read.
const sources = ["data/clawarena", "data/clawmark/run", "data/harbor/jobs/LiveClawBench"];

/** The folders of real records, or none where the machine has none. */
export function sharedRecords() {
  if (process.env.E2E_MOUSE) return [];
  const promised = process.env.CLAWATLAS_SHARED;
  const shared = path.resolve(root, promised || "../shared");
  if (!existsSync(shared)) {
    if (promised) throw new Error(`CLAWATLAS_SHARED is set, but there is no ${shared}`);
    console.error(`no real records at ${shared}: the pages are those of the bundled and scripted records alone`);
    return [];
  }
  return sources.map((s) => path.join(shared, s));
}

/**
 * Serves a new database with the example runs, those of testdata and the shared
 * records, on a free port. With E2E_BASE in the environment it takes the site that runs there.
 * @returns {Promise<{base: string, log: () => string, stop: () => Promise<void>}>}
 */
export async function startSite() {
  if (process.env.E2E_BASE) {
    return { base: process.env.E2E_BASE.replace(/\/$/, ""), log: () => "", stop: async () => {} };
  }
  if (!existsSync(binary)) throw new Error(`there is no ${binary}: run 'make build' first`);
  const dir = mkdtempSync(path.join(tmpdir(), "clawatlas-e2e-"));
  const db = path.join(dir, "site.db");
  try {
    await ingest(db);
    return await serve(db, dir, "--public"); // as a site is served to others, who may show its badges
  } catch (err) {
    rmSync(dir, { recursive: true, force: true });
    throw err;
  }
}

async function ingest(db) {
  // The records are known to be good, so a run that is refused is a fault too.
  await clawatlas("ingest", "--db", db, "--example", scripted, ...sharedRecords());
}

/** Serves a database on a free port; stopping it also removes dir. */
export async function serve(db, dir, ...flags) {
  const addr = `127.0.0.1:${await freePort()}`;
  const server = child(["serve", "--db", db, "--addr", addr, "--limit", "0", ...flags]);
  const end = finished(server);
  const site = {
    base: `http://${addr}`,
    log: () => server.output,
    async stop() {
      server.kill("SIGTERM");
      const force = setTimeout(() => server.kill("SIGKILL"), 10_000);
      await end;
      clearTimeout(force);
      rmSync(dir, { recursive: true, force: true });
    },
  };
  const ended = end.then(({ code, output }) => {
    throw new Error(`clawatlas serve ended with ${code}:\n${output}`);
  });
  ended.catch(() => {});
  try {
    await Promise.race([healthy(site.base), ended]);
  } catch (err) {
    await site.stop();
    throw err;
  }
  return site;
}

/** Waits until the site answers on /healthz. */
export async function healthy(base, timeoutMS = 60_000) {
  for (const until = Date.now() + timeoutMS; ; ) {
    const answer = await fetch(`${base}/healthz`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error(`${base}/healthz did not answer 200 within ${timeoutMS} ms`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Runs the program to its end and wants it to succeed. */
export async function clawatlas(...args) {
  const { code, output } = await finished(child(args));
  if (code !== 0) throw new Error(`clawatlas ${args.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

function child(args) {
  const process_ = spawn(binary, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  process_.output = "";
  for (const stream of [process_.stdout, process_.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (process_.output += text));
  }
  return process_;
}

function finished(process_) {
  return new Promise((done, fail) => {
    process_.on("error", fail);
    process_.on("close", (code, signal) => done({ code: code ?? signal, output: process_.output }));
  });
}

// Asks the kernel for a port that nobody listens on.
function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.on("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

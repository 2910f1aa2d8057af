// Tables for data frames, read back by another implementation of the format and
// held against the API of the same records.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { clawatlas, scripted, serve } from "./site.mjs";

let dir, site;

/** All rows of a file, integers as numbers. */
async function rows(name) {
  const file = await asyncBufferFromFile(path.join(dir, "frames", `${name}.parquet`));
  const list = await parquetReadObjects({ file, compressors });
  return list.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, typeof v === "bigint" ? Number(v) : v])));
}

const key = (r) => JSON.stringify([r.run, r.scenario, r.task, r.attempt]);

/** Rows by their trial, in the order of the file. */
async function byTrial(name) {
  const of = new Map();
  for (const r of await rows(name)) of.set(key(r), [...(of.get(key(r)) ?? []), r]);
  return of;
}

async function api(at) {
  const answer = await fetch(`${site.base}/api/v1${at}`);
  assert.equal(answer.status, 200, at);
  return answer.json();
}

before(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "clawatlas-parquet-"));
  const db = path.join(dir, "site.db");
  await clawatlas("ingest", "--db", db, "--example", scripted);
  await clawatlas("export", "--parquet", "--db", db, path.join(dir, "frames"));
  site = await serve(db, dir);
});

after(async () => {
  await site?.stop();
  if (dir) rmSync(dir, { recursive: true, force: true });
});

describe("Parquet", () => {
  test("runs have the counts of the API", async () => {
    const { runs } = await api("/runs?limit=1000");
    const read = new Map((await rows("runs")).map((r) => [r.run, r]));
    assert.ok(runs.length >= 10);
    assert.equal(read.size, runs.length);
    for (const run of runs) {
      const { expected, passed, failed, missing, complete, framework, objections } = read.get(run.run);
      const { counts } = run;
      assert.deepEqual([expected, passed, failed, missing, complete], [counts.expected, counts.passed, counts.failed, counts.missing, run.complete], run.run);
      assert.equal(framework ?? null, run.system.framework || null, run.run);
      assert.ok(Array.isArray(objections));
    }
  });

  test("statuses add up, and what is not recorded is null", async () => {
    const trials = await rows("trials");
    for (const run of await rows("runs")) {
      assert.equal(trials.filter((t) => t.run === run.run && t.status === "passed").length, run.passed, run.run);
    }
    const recorded = (column) => trials.filter((t) => t[column] != null).map((t) => t[column]);
    assert.ok(recorded("cost_usd").length < trials.length && recorded("score").length < trials.length);
    assert.deepEqual([Math.min(...recorded("score")), Math.max(...recorded("score"))], [0, 1]);
  });

  test("a trial has the checks and the steps of the API", async () => {
    const [steps, checks] = [await byTrial("steps"), await byTrial("checks")];
    const json = (v, none) => (v == null ? none : typeof v === "string" ? JSON.parse(v) : v);
    const trials = (await rows("trials")).filter((t) => t.steps > 0);
    assert.ok(trials.length > 100);
    for (const t of trials.filter((_, i) => i % 5 === 0)) {
      const told = await api(`/runs/${t.run}/${t.scenario}/${t.task}?attempt=${t.attempt}&limit=1000`);
      const read = steps.get(key(t)) ?? [];
      assert.deepEqual(read.map((s) => [s.step, s.source, s.message ?? ""]), told.steps.map((s) => [s.step_id, s.source, s.message]), key(t));
      assert.deepEqual(read.map((s) => json(s.tool_calls, []).map((c) => [c.function_name, c.arguments])), told.steps.map((s) => (s.tool_calls ?? []).map((c) => [c.function_name, c.arguments])), key(t));
      const judged = checks.get(key(t)) ?? [];
      assert.deepEqual(judged.map((c) => [c.check, c.weight, c.red_line, c.passed ?? null, c.detail ?? ""]), told.checks.map((c) => [c.id, c.weight, c.red_line, c.passed, c.detail]), key(t));
    }
  });

  test("columns have types, meanings and units", async () => {
    for (const name of ["runs", "trials", "checks", "steps"]) {
      const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path.join(dir, "frames", `${name}.parquet`)));
      const columns = parquetSchema(metadata).children.map((c) => c.element);
      const told = new Map(metadata.key_value_metadata.map((m) => [m.key, m.value]));
      assert.ok(told.get("clawatlas.database"));
      assert.deepEqual(columns.filter((c) => !told.get(`about.${c.name}`)).map((c) => c.name), [], name);
      if (name !== "trials") continue;
      const type = (of) => { const c = columns.find((x) => x.name === of); return [c?.type, c?.logical_type?.type]; };
      assert.deepEqual([type("score")[0], type("duration_ms")[0], type("started_at")], ["DOUBLE", "INT64", ["INT64", "TIMESTAMP"]]);
    }
  });
});

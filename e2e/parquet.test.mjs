// Tables for data frames, read back by a database that has its own reader of the
// format and held against the API of the same records.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { clawatlas, scripted, serve } from "./site.mjs";

let dir, site, frames;

/** Rows of a query; {name} stands for a file. */
async function ask(query) {
  const sql = query.replace(/\{(\w+)\}/g, (_, name) => `'${path.join(dir, "frames", name)}.parquet'`);
  return (await frames.runAndReadAll(sql)).getRowObjectsJson();
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
  frames = await (await DuckDBInstance.create()).connect();
});

after(async () => {
  await site?.stop();
  frames?.closeSync();
  if (dir) rmSync(dir, { recursive: true, force: true });
});

describe("Parquet", () => {
  test("runs have the counts of the API", async () => {
    const { runs } = await api("/runs?limit=1000");
    const rows = new Map((await ask("SELECT * FROM {runs}")).map((r) => [r.run, r]));
    assert.ok(runs.length >= 10);
    assert.equal(rows.size, runs.length);
    for (const run of runs) {
      const { expected, passed, failed, missing, complete, framework, objections } = rows.get(run.run);
      const { counts } = run;
      assert.deepEqual([expected, passed, failed, missing, complete], [counts.expected, counts.passed, counts.failed, counts.missing, run.complete], run.run);
      assert.equal(framework, run.system.framework || null, run.run);
      assert.ok(Array.isArray(objections));
    }
  });

  test("statuses add up, and what is not recorded is null", async () => {
    const [off] = await ask("SELECT count(*) AS n FROM {runs} r WHERE r.passed <> (SELECT count(*) FROM {trials} t WHERE t.run = r.run AND t.status = 'passed')");
    assert.equal(Number(off.n), 0);
    const [n] = await ask("SELECT count(*) AS trials, count(cost_usd) AS priced, count(score) AS scored, min(score) AS low, max(score) AS high FROM {trials}");
    assert.ok(Number(n.priced) < Number(n.trials) && Number(n.scored) < Number(n.trials), JSON.stringify(n));
    assert.deepEqual([n.low, n.high], [0, 1]);
  });

  test("a trial has the checks and the steps of the API", async () => {
    const trials = await ask("SELECT run, scenario, task, attempt, steps FROM {trials} WHERE steps > 0");
    assert.ok(trials.length > 100);
    for (const t of trials.filter((_, i) => i % 5 === 0)) {
      const of = `run = '${t.run}' AND scenario = '${t.scenario}' AND task = '${t.task}' AND attempt = ${t.attempt}`;
      const told = await api(`/runs/${t.run}/${t.scenario}/${t.task}?attempt=${t.attempt}&limit=1000`);
      const steps = await ask(`SELECT * FROM {steps} WHERE ${of} ORDER BY step`);
      assert.deepEqual(steps.map((s) => [s.step, s.source, s.message ?? ""]), told.steps.map((s) => [s.step_id, s.source, s.message]), of);
      assert.deepEqual(steps.map((s) => JSON.parse(s.tool_calls ?? "[]").map((c) => [c.function_name, c.arguments])), told.steps.map((s) => (s.tool_calls ?? []).map((c) => [c.function_name, c.arguments])), of);
      const checks = await ask(`SELECT * FROM {checks} WHERE ${of} ORDER BY ordinal`);
      assert.deepEqual(checks.map((c) => [c.check, c.weight, c.red_line, c.passed, c.detail ?? ""]), told.checks.map((c) => [c.id, c.weight, c.red_line, c.passed, c.detail]), of);
    }
  });

  test("columns have types, meanings and units", async () => {
    const types = Object.fromEntries((await ask("DESCRIBE SELECT * FROM {trials}")).map((c) => [c.column_name, c.column_type]));
    assert.deepEqual([types.score, types.passed, types.duration_ms, types.selected, types.started_at], ["DOUBLE", undefined, "BIGINT", "VARCHAR[]", "TIMESTAMP WITH TIME ZONE"]);
    for (const file of ["runs", "trials", "checks", "steps"]) {
      const columns = (await ask(`DESCRIBE SELECT * FROM {${file}}`)).map((c) => c.column_name);
      const told = new Map((await ask(`SELECT key::VARCHAR AS key, value::VARCHAR AS value FROM parquet_kv_metadata({${file}})`)).map((m) => [m.key, m.value]));
      assert.ok(told.get("clawatlas.database"));
      assert.deepEqual(columns.filter((name) => !told.get(`about.${name}`)), [], file);
    }
  });
});

// The kinds of pages that the site has, and where one of each kind is found.
//
// A new page is one line in `kinds`: everything in pages.test.mjs then holds for
// it. `path` builds its address from the facts that discover() read from the
// JSON API; `twin` says that it must link a JSON twin; `status` is 200 if absent.

/** @typedef {{name: string, path: (facts: Facts) => string, twin?: boolean, status?: number}} Kind */

/** @type {Kind[]} */
export const kinds = [
  { name: "home", path: () => "/", twin: true },
  { name: "leaderboard", path: (f) => `/b/${f.benchmark}`, twin: true },
  { name: "leaderboard of scripted runs", path: (f) => `/b/${f.other}`, twin: true },
  { name: "heatmap", path: (f) => `/b/${f.benchmark}/heatmap`, twin: true },
  { name: "scenario", path: (f) => `/b/${f.benchmark}/scenarios/${f.choice.scenario}`, twin: true },
  { name: "task, multi-choice", path: (f) => taskPath(f, f.choice), twin: true },
  { name: "task, exec check", path: (f) => taskPath(f, f.exec), twin: true },
  { name: "run", path: (f) => `/runs/${f.run}`, twin: true },
  { name: "trial, multi-choice", path: (f) => f.choice.path, twin: true },
  { name: "trial, exec check", path: (f) => f.exec.path, twin: true },
  { name: "trial, the longest", path: (f) => f.longest.path, twin: true },
  { name: "trial, the longest, from its middle", path: (f) => `${f.longest.path}?from=${Math.max(1, Math.floor(f.longest.steps / 2))}`, twin: true },
  { name: "runs", path: () => "/runs", twin: true },
  { name: "heatmap by task", path: () => "/b/liveclawbench/heatmap?by=task", twin: true },
  { name: "tasks in doubt", path: (f) => `/b/${f.benchmark}/tasks`, twin: true },
  { name: "compare", path: (f) => `/compare?a=${f.pair[0]}&b=${f.pair[1]}`, twin: true },
  { name: "compare, a choice of runs", path: () => "/compare" },
  { name: "compare, a matrix", path: (f) => `/compare?${f.several.map((r) => `run=${r}`).join("&")}`, twin: true },
  { name: "compare, two trials", path: (f) => `/compare/${f.shared.scenario}/${f.shared.task}?a=${f.pair[0]}&b=${f.pair[1]}`, twin: true },
  { name: "search", path: () => "/search?q=the", twin: true },
  { name: "search, nothing asked", path: () => "/search" },
  { name: "models", path: () => "/models", twin: true },
  { name: "model", path: () => "/models/gpt-5.5", twin: true },
  { name: "days", path: (f) => `/b/${f.benchmark}/days`, twin: true },
  { name: "days, published", path: () => "/b/clawmark/days", twin: true },
  { name: "efficiency", path: () => "/b/stage-claw/efficiency", twin: true },
  { name: "tools", path: (f) => `/b/${f.benchmark}/tools`, twin: true },
  { name: "matrix", path: () => "/b/clawarena/matrix", twin: true },
  { name: "published tables", path: () => "/b/clawmark/tables", twin: true },
  { name: "cases", path: (f) => `/b/${f.benchmark}/cases`, twin: true },
  { name: "case, written", path: () => "/cases/example-suspect-checker", twin: true },
  { name: "case, mined", path: (f) => `/cases/${f.mined}`, twin: true },
  { name: "method", path: (f) => `/b/${f.benchmark}/method` },
  { name: "about", path: () => "/about" },
  { name: "not found", path: () => "/no/such/page", status: 404 },
  { name: "not found, a run", path: () => "/runs/no-such-run", status: 404 },
];

/** Whether the site has that kind of page yet; journeys over later pages ask. */
export function has(name) {
  return kinds.some((k) => k.name === name);
}

function taskPath(facts, trial) {
  return `/b/${facts.benchmark}/scenarios/${trial.scenario}/${trial.task}`;
}

/**
 * What the database holds, as far as the tests need to know: the benchmark that
 * most is looked at, one of its runs and some of its trials, and another
 * benchmark, with several runs where the example runs are in.
 * @typedef {{scenario: string, task: string, path: string, kind: string, status: string, steps: number}} Trial
 * @typedef {{benchmark: string, other: string, run: string, otherRun: string, trials: Trial[],
 *   choice: Trial, exec: Trial, longest: Trial}} Facts
 */

/**
 * Reads from the JSON API which runs there are, and from the run's scenario
 * pages which trials it has: the links there are what a visitor has too.
 * @returns {Promise<Facts>}
 */
export async function discover(base) {
  const { benchmarks } = await json(`${base}/api/v1/benchmarks`);
  const filled = benchmarks.filter((b) => b.runs > 0);
  if (filled.length === 0) throw new Error(`no benchmark has a run: ${JSON.stringify(benchmarks)}`);
  const benchmark = (filled.find((b) => b.id === "clawarena") ?? filled[0]).id;
  // The scripted runs: several systems that took the same tasks, with traces.
  const other = (filled.find((b) => b.id === "clawatlas-example") ?? filled[0]).id;
  const run = await bestRun(base, benchmark);
  const trials = await trialsOf(base, benchmark, run);
  const wanted = (what, list) => {
    // A failed trial shows the most: what was chosen, and what the checker said.
    const trial = list.find((t) => t.status === "failed" && t.steps > 2) ?? list.find((t) => t.steps > 2) ?? list[0];
    if (!trial) throw new Error(`run ${run} has no ${what} trial among ${trials.length}`);
    return trial;
  };
  const several = (await json(`${base}/api/v1/runs?benchmark=${other}`)).runs.filter((r) => r.complete).map((r) => r.run).slice(0, 4);
  const otherTrials = await trialsOf(base, other, several[0]);
  const { mined } = await json(`${base}/api/v1/benchmarks/${other}/cases`);
  if (mined.length === 0) throw new Error(`no case was mined from ${other}`);
  return {
    benchmark,
    other,
    several,
    pair: several.slice(0, 2),
    shared: otherTrials.find((t) => t.kind === "exec_check") ?? otherTrials[0],
    mined: mined[0].slug,
    run,
    otherRun: await bestRun(base, other),
    trials,
    choice: wanted("multi-choice", trials.filter((t) => t.kind === "multi_choice")),
    exec: wanted("exec check", trials.filter((t) => t.kind === "exec_check")),
    longest: trials.reduce((a, b) => (b.steps > a.steps ? b : a)),
  };
}

// The first complete run of the board that has traces.
async function bestRun(base, benchmark) {
  const { rows } = await json(`${base}/api/v1/benchmarks/${benchmark}/leaderboard`);
  const row = rows.find((r) => r.run && r.evidence === "recomputed");
  if (!row) throw new Error(`the leaderboard of ${benchmark} has no recomputed row with a run`);
  return row.run;
}

async function trialsOf(base, benchmark, run) {
  const { scenarios } = await json(`${base}/api/v1/runs/${run}`);
  const paths = new Set();
  for (const { id } of scenarios) {
    const html = await text(`${base}/b/${benchmark}/scenarios/${id}`);
    const links = html.matchAll(new RegExp(`href="(/runs/${escaped(run)}/${escaped(id)}/[a-z0-9._-]+)["?#]`, "g"));
    for (const [, path] of links) paths.add(path);
  }
  if (paths.size === 0) throw new Error(`no scenario page of ${benchmark} links a trial of ${run}`);
  const trials = [];
  for (const path of paths) {
    const trial = await json(`${base}/api/v1${path}?limit=1`);
    const [scenario, task] = path.split("/").slice(3);
    trials.push({ scenario, task, path, kind: trial.kind, status: trial.status, steps: trial.steps_total ?? 0 });
  }
  return trials;
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Fetches an address and returns its text; any status but 200 is an error. */
export async function text(url) {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
  return answer.text();
}

/** Fetches an address and returns its JSON; any status but 200 is an error. */
export async function json(url) {
  return JSON.parse(await text(url));
}

// What the site under test holds, as far as the tests need to know: read from
// its JSON API and its pages, so that the same tests run over the bundled and
// scripted records alone and over real records beside them.

/** @typedef {{scenario: string, task: string, path: string, kind: string, status: string, steps: number}} Trial */
/** @typedef {{benchmark: string, run: string, trials: Trial[], longest: Trial}} Sample */
/**
 * The benchmark that most is looked at (ClawArena if there are records of it),
 * one of its runs and some of its trials; `other`, the benchmark of the example
 * runs, with several systems; and one run of every other format.
 * @typedef {Sample & {other: string, otherRun: string, several: string[], pair: string[], shared: Trial, mined: string,
 *   choice: Trial, exec: Trial, rewards: Sample & {second: string, unscored: string, picture: string, pair: string[],
 *   incomplete: Sample}, rubric: Sample & {pair: string[]}, loose: Sample}} Facts
 */

/**
 * The facts of a site; E2E_FACTS holds those that were found for all files.
 * @returns {Promise<Facts>}
 */
export async function discover(base) {
  if (process.env.E2E_FACTS) return JSON.parse(process.env.E2E_FACTS);
  const runs = await runsOf(base);
  const [main, others] = await Promise.all([mainFacts(base, runs), otherFormats(base, runs)]);
  return { ...main, ...others };
}

// All runs of the database, page by page.
async function runsOf(base) {
  const runs = [];
  for (let total = 1; runs.length < total; ) {
    const page = await json(`${base}/api/v1/runs?limit=1000&offset=${runs.length}`);
    if (page.runs.length === 0) break;
    runs.push(...page.runs);
    total = page.total;
  }
  if (runs.length === 0) throw new Error(`${base} has no run`);
  return runs;
}

async function mainFacts(base, runs) {
  // Of ClawArena's format are its own runs and the example's. The scripted runs
  // are several systems that took the same tasks, with traces.
  const arena = runs.filter((r) => r.source.format === "clawarena" && r.evidence === "recomputed" && r.complete);
  const scripted = arena.filter((r) => r.scripted);
  if (scripted.length < 2) throw new Error(`want at least two complete example runs, there are ${scripted.length}`);
  const other = scripted[0].benchmark;
  const benchmark = (arena.find((r) => !r.scripted) ?? scripted[0]).benchmark;
  const run = await bestRun(base, benchmark);
  const several = scripted.map((r) => r.run).slice(0, 4);
  const [trials, otherTrials] = await Promise.all([trialsOf(base, benchmark, run), trialsOf(base, other, several[0])]);
  const { mined } = await json(`${base}/api/v1/benchmarks/${other}/cases`);
  if (mined.length === 0) throw new Error(`no case was mined from ${other}`);
  return {
    benchmark,
    run,
    trials,
    longest: longest(trials),
    choice: telling(run, trials, "multi_choice"),
    exec: telling(run, trials, "exec_check"),
    other,
    otherRun: await bestRun(base, other),
    several,
    pair: several.slice(0, 2),
    shared: otherTrials.find((t) => t.kind === "exec_check") ?? otherTrials[0],
    mined: mined[0].slug,
  };
}

// The first run of the board that has traces.
async function bestRun(base, benchmark) {
  const { rows } = await json(`${base}/api/v1/benchmarks/${benchmark}/leaderboard`);
  const row = rows.find((r) => r.run && r.evidence === "recomputed");
  if (!row) throw new Error(`the leaderboard of ${benchmark} has no recomputed row with a run`);
  return row.run;
}

// A failed trial shows the most: what was chosen, and what the checker said.
function telling(run, trials, kind) {
  const list = trials.filter((t) => t.kind === kind);
  const trial = list.find((t) => t.status === "failed" && t.steps > 2) ?? list.find((t) => t.steps > 2) ?? list[0];
  if (!trial) throw new Error(`run ${run} has no ${kind} trial among ${trials.length}`);
  return trial;
}

function longest(trials) {
  return trials.reduce((a, b) => (b.steps > a.steps ? b : a));
}

async function otherFormats(base, runs) {
  const [rewards, rubric, loose] = await Promise.all([
    rewardFacts(base, tracedRuns(runs, "harbor")),
    sample(base, tracedRuns(runs, "clawmark")),
    sample(base, tracedRuns(runs, "transcripts")),
  ]);
  for (const { benchmark, pair } of [rewards, rubric]) {
    if (pair.length < 2) throw new Error(`${benchmark} has no two complete runs`);
  }
  return { rewards, rubric, loose };
}

// The runs of a format that have traces; those with most verdicts first.
function tracedRuns(runs, format) {
  const traced = runs.filter((r) => r.source.format === format && r.evidence === "recomputed");
  if (traced.length === 0) throw new Error(`no run of format ${format} has traces: ingest/bundled/scripted/records is to be in the database too`);
  return traced.sort((a, b) => b.complete - a.complete || b.counts.scored - a.counts.scored);
}

// The first of the runs with its trials, and two runs of its benchmark to compare.
async function sample(base, traced) {
  const { run, benchmark } = traced[0];
  const trials = await trialsOf(base, benchmark, run);
  const pair = traced.filter((r) => r.benchmark === benchmark && r.complete).map((r) => r.run);
  return { benchmark, run, trials, longest: longest(trials), pair: pair.slice(0, 2) };
}

async function rewardFacts(base, traced) {
  const lacking = traced.filter((r) => !r.complete);
  if (lacking.length === 0) throw new Error("no Harbor run lacks a task");
  // A benchmark that has both shows the most: of others the records may lack the rest.
  const both = traced.filter((r) => lacking.some((l) => l.benchmark === r.benchmark));
  const rewards = await sample(base, both);
  const incomplete = await Promise.all(lacking.map((r) => sample(base, [r])));
  return {
    ...rewards,
    ...(await attempts(base, rewards)),
    incomplete: incomplete.reduce((a, b) => (b.longest.steps > a.longest.steps ? b : a)),
  };
}

// Attempts beyond the first, one that has no verdict, and one with a picture.
async function attempts(base, { benchmark, pair }) {
  const found = {};
  for (const run of pair) {
    for (const { path } of await trialsOf(base, benchmark, run)) {
      for (const n of [1, 2]) {
        const address = n === 1 ? path : `${path}?attempt=${n}`;
        const answer = await fetch(`${base}/api/v1${address}`);
        if (!answer.ok) continue;
        const { status } = await answer.json();
        if (n > 1) found.second ??= address;
        if (!["passed", "failed"].includes(status)) found.unscored ??= address;
        if (!found.picture && (await text(base + address)).includes("<img ")) found.picture = address;
      }
    }
  }
  for (const what of ["second", "unscored", "picture"]) {
    if (!found[what]) throw new Error(`no attempt of ${pair} is of the kind "${what}"`);
  }
  return found;
}

// Which trials a run has: the links of its own page and of its scenarios' pages
// are what a visitor has too.
async function trialsOf(base, benchmark, run) {
  const { scenarios } = await json(`${base}/api/v1/runs/${run}`);
  const pages = [`/runs/${run}`, ...scenarios.map(({ id }) => `/b/${benchmark}/scenarios/${id}`)];
  const link = new RegExp(`href="(/runs/${escaped(run)}/[a-z0-9._-]+/[a-z0-9._-]+)["?#]`, "g");
  const linked = await Promise.all(pages.map(async (page) => [...(await text(base + page)).matchAll(link)].map(([, path]) => path)));
  const paths = [...new Set(linked.flat())].filter((path) => !path.includes("/records/"));
  if (paths.length === 0) throw new Error(`no page of ${benchmark} links a trial of ${run}`);
  return Promise.all(paths.map((path) => trialAt(base, path)));
}

async function trialAt(base, path) {
  const trial = await json(`${base}/api/v1${path}?limit=1`);
  const [scenario, task] = path.split("/").slice(3);
  return { scenario, task, path, kind: trial.kind, status: trial.status, steps: trial.steps_total ?? 0 };
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

// A server refuses what more readers ask at once than it has turns for, so that
// these tests ask no more than a few do.
const turns = { free: 8, waiting: [] };

/** Fetches an address and returns its text; any status but 200 is an error. */
export async function text(url) {
  if (turns.free > 0) turns.free--;
  else await new Promise((mine) => turns.waiting.push(mine));
  try {
    const answer = await fetch(url);
    if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
    return await answer.text();
  } finally {
    const next = turns.waiting.shift();
    if (next) next();
    else turns.free++;
  }
}

/** Fetches an address and returns its JSON; any status but 200 is an error. */
export async function json(url) {
  return JSON.parse(await text(url));
}

// The kinds of pages that the site has, and where one of each kind is found.
//
// A new page is one line in `kinds`: everything in pages.test.mjs then holds for
// it. `path` builds its address from the facts that facts.mjs read from the
// JSON API; `twin` says that it must link a JSON twin; `status` is 200 if absent.
// Every line must find its page with and without the real records.

/** @typedef {{name: string, path: (facts: import("./facts.mjs").Facts) => string, twin?: boolean, status?: number}} Kind */

/** @type {Kind[]} */
export const kinds = [
  { name: "home", path: () => "/", twin: true },
  { name: "leaderboard", path: (f) => `/b/${f.benchmark}`, twin: true },
  { name: "leaderboard of scripted runs", path: (f) => `/b/${f.other}`, twin: true },
  { name: "leaderboard of figures alone", path: () => "/b/stage-claw", twin: true },
  { name: "leaderboard of verdicts without traces", path: () => "/b/liveclawbench", twin: true },
  { name: "heatmap", path: (f) => `/b/${f.benchmark}/heatmap`, twin: true },
  { name: "scenario", path: (f) => scenarioPath(f, f.choice), twin: true },
  { name: "task, multi-choice", path: (f) => taskPath(f, f.choice), twin: true },
  { name: "task, exec check", path: (f) => taskPath(f, f.exec), twin: true },
  { name: "run", path: (f) => `/runs/${f.run}`, twin: true },
  { name: "trial, multi-choice", path: (f) => f.choice.path, twin: true },
  { name: "trial, exec check", path: (f) => f.exec.path, twin: true },
  { name: "trial, the longest", path: (f) => f.longest.path, twin: true },
  { name: "trial, the longest, from its middle", path: (f) => `${f.longest.path}?from=${Math.max(1, Math.floor(f.longest.steps / 2))}`, twin: true },
  { name: "trial, matches of a search", path: (f) => `${f.choice.path}?find=the`, twin: true },
  { name: "trial, one step", path: (f) => `${f.choice.path}/steps/2` },
  { name: "trial, its files", path: (f) => `${f.exec.path}/files`, twin: true },
  { name: "trial, its records", path: (f) => `${f.rewards.longest.path}/raw` },
  { name: "runs", path: () => "/runs", twin: true },
  { name: "faulty checks", path: (f) => `/b/${f.benchmark}/heatmap?check=suspected` },
  { name: "compare", path: (f) => comparePath("/compare", f.pair), twin: true },
  { name: "compare, a choice of runs", path: () => "/compare" },
  { name: "compare, two trials", path: (f) => comparePath(`/compare/${f.shared.scenario}/${f.shared.task}`, f.pair), twin: true },
  { name: "search", path: () => "/search?q=the", twin: true },
  { name: "search, a name", path: () => "/search?q=clawarena", twin: true },
  { name: "search, nothing found", path: () => "/search?q=tool:exec+nosuchword" },
  { name: "search, nothing asked", path: () => "/search" },
  { name: "models", path: () => "/models", twin: true },
  { name: "model", path: () => "/models/gpt-5.5", twin: true },
  { name: "days", path: (f) => `/b/${f.benchmark}/days`, twin: true },
  { name: "days, updates", path: () => "/b/clawarena/days", twin: true },
  { name: "days of a scenario", path: () => "/b/clawatlas-example/days/ex_office_move", twin: true },
  { name: "trial after an update", path: (f) => `/runs/${f.otherRun}/ex_office_move/q4`, twin: true },
  { name: "task after an update", path: () => "/b/clawatlas-example/scenarios/ex_office_move/q4", twin: true },
  { name: "days of a scenario, facts", path: () => "/b/clawarena/days/hil_h3", twin: true },
  { name: "days, published", path: () => "/b/clawmark/days", twin: true },
  { name: "failures", path: (f) => `/b/${f.benchmark}/failures`, twin: true },
  { name: "failed calls", path: () => "/b/clawatlas-example/failures?cause=missing_path" },
  { name: "ablations", path: () => "/b/liveclawbench/ablations", twin: true },
  { name: "cases", path: (f) => `/b/${f.benchmark}/cases`, twin: true },
  { name: "case, written", path: () => "/cases/example-suspect-checker" },
  { name: "case, mined", path: (f) => `/cases/${f.mined}` },
  { name: "findings", path: () => "/findings", twin: true },
  { name: "about a benchmark", path: () => "/b/clawarena/about" },
  { name: "about, a table", path: () => "/b/liveclawbench/about?table=difficulty-labels" },

  { name: "rewards: leaderboard", path: (f) => `/b/${f.rewards.benchmark}`, twin: true },
  { name: "rewards: heatmap", path: (f) => `/b/${f.rewards.benchmark}/heatmap`, twin: true },
  { name: "rewards: scenario", path: (f) => scenarioPath(f.rewards, f.rewards.longest), twin: true },
  { name: "rewards: task", path: (f) => taskPath(f.rewards, f.rewards.longest), twin: true },
  { name: "rewards: run of several attempts", path: (f) => `/runs/${f.rewards.run}`, twin: true },
  { name: "rewards: incomplete run", path: (f) => `/runs/${f.rewards.incomplete.run}`, twin: true },
  { name: "rewards: trial of an incomplete run", path: (f) => f.rewards.incomplete.longest.path, twin: true },
  { name: "rewards: second attempt", path: (f) => f.rewards.second, twin: true },
  { name: "rewards: attempt without a reward", path: (f) => f.rewards.unscored, twin: true },
  { name: "rewards: trace with a picture", path: (f) => f.rewards.picture, twin: true },
  { name: "rewards: compare", path: (f) => comparePath("/compare", f.rewards.pair), twin: true },

  { name: "rubric: leaderboard", path: (f) => `/b/${f.rubric.benchmark}`, twin: true },
  { name: "rubric: days", path: (f) => `/b/${f.rubric.benchmark}/days`, twin: true },
  { name: "rubric: task", path: (f) => taskPath(f.rubric, f.rubric.longest), twin: true },
  { name: "rubric: run", path: (f) => `/runs/${f.rubric.run}`, twin: true },
  { name: "rubric: trial", path: (f) => f.rubric.longest.path, twin: true },
  { name: "rubric: compare", path: (f) => comparePath("/compare", f.rubric.pair), twin: true },

  { name: "transcripts: leaderboard", path: (f) => `/b/${f.loose.benchmark}`, twin: true },
  { name: "transcripts: task", path: (f) => taskPath(f.loose, f.loose.longest), twin: true },
  { name: "transcripts: run", path: (f) => `/runs/${f.loose.run}`, twin: true },
  { name: "transcripts: trial", path: (f) => f.loose.longest.path, twin: true },

  { name: "documentation", path: () => "/docs" },
  { name: "documentation, a page", path: () => "/docs/design" },
  { name: "documentation, the search", path: () => "/docs/search" },
  { name: "documentation, submitting", path: () => "/docs/submit" },
  { name: "documentation, quick starts", path: () => "/docs/start" },
  { name: "documentation, reading the numbers", path: () => "/docs/read" },
  { name: "documentation, every score", path: () => "/docs/scores" },
  { name: "documentation, scale", path: () => "/docs/scale" },
  { name: "documentation, security", path: () => "/docs/security" },
  { name: "documentation, running a site", path: () => "/docs/deploy" },
  { name: "documentation, the API", path: () => "/docs/api" },
  { name: "documentation, the database", path: () => "/docs/data" },
  { name: "not found", path: () => "/no/such/page", status: 404 },
  { name: "not found, a run", path: () => "/runs/no-such-run", status: 404 },
];

/** Whether the site has that kind of page yet; journeys over later pages ask. */
export function has(name) {
  return kinds.some((k) => k.name === name);
}

function scenarioPath({ benchmark }, { scenario }) {
  return `/b/${benchmark}/scenarios/${scenario}`;
}

function taskPath(of, trial) {
  return `${scenarioPath(of, trial)}/${trial.task}`;
}

function comparePath(address, [a, b]) {
  return `${address}?a=${a}&b=${b}`;
}

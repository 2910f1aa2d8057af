-- The database in the words of its pages, for people who ask it in SQL: names in the
-- place of ids, and no hidden run. Nothing of the program reads them.
CREATE VIEW run AS
SELECT r.slug AS run, b.slug AS benchmark, m.slug AS model, r.framework, r.variant, r.provider, r.evidence, r.scripted,
  r.complete, r.n_expected AS expected, r.n_scored AS scored, r.n_passed AS passed, b.headline AS metric, h.value AS score,
  h.num AS score_num, h.den AS score_den, r.started_at, r.finished_at, r.ingested_at AS added_at, r.format
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
LEFT JOIN run_metrics h ON h.run_id = r.id AND h.scope = '' AND h.key = b.headline
  AND h.convention = (SELECT x.convention FROM boards x WHERE x.benchmark_id = b.id AND x.without = '' ORDER BY x.convention = 'paper' DESC, x.convention LIMIT 1)
WHERE NOT r.hidden;

CREATE VIEW leaderboard AS
SELECT b.slug AS benchmark, p.convention, p.ordinal AS place, p.rank, p.rank_lo, p.rank_hi, p.p_first, m.slug AS model,
  json_extract(w.data, '$.system.framework') AS framework, json_extract(w.data, '$.system.variant') AS variant,
  json_extract(w.data, '$.run') AS run, json_extract(w.data, '$.evidence') AS evidence, b.headline AS metric,
  json_extract(w.data, '$.metrics.' || b.headline || '.value') AS score,
  json_extract(w.data, '$.metrics.' || b.headline || '.ci[0]') AS score_lo,
  json_extract(w.data, '$.metrics.' || b.headline || '.ci[1]') AS score_hi
FROM board_places p
JOIN benchmarks b ON b.id = p.benchmark_id
JOIN board_rows w USING (benchmark_id, convention, without, key)
JOIN models m ON m.id = w.model_id
WHERE p.without = '';

CREATE VIEW trial AS
SELECT r.run, r.benchmark, r.model, r.framework, r.variant, s.slug AS scenario, k.slug AS task, k.title, t.kind, t.attempt, t.status,
  t.score, t.score >= 1 AS passed, w.kind AS reason_kind, w.sentence AS reason, t.started_at, t.finished_at, t.duration_ms, t.agent_ms,
  t.tokens_input, t.tokens_output, t.tokens_cache_read, t.tokens_cache_write, t.tokens_total, t.cost_usd, t.steps_total AS steps,
  t.tool_calls, t.failed_calls, t.id AS trial_id
FROM trials t
JOIN runs i ON i.id = t.run_id
JOIN run r ON r.run = i.slug
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
LEFT JOIN trial_whys w ON w.trial_id = t.id;

CREATE VIEW "check" AS
SELECT t.run, t.benchmark, t.model, t.scenario, t.task, t.attempt, c.ordinal AS number, c.check_id, c.day, c.weight, c.red_line, c.passed, c.detail
FROM trial_checks c
JOIN trial t USING (trial_id);

CREATE VIEW step AS
SELECT r.slug AS run, s.slug AS scenario, k.slug AS task, t.attempt, x.id - t.first_step + 1 AS step, x.source, x.event, x.agent, x.day,
  x.ts, x.tools, x.calls, x.failed, x.tokens_in, x.tokens_out
FROM steps x
JOIN trials t ON t.id = x.trial_id
JOIN runs r ON r.id = t.run_id
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
WHERE NOT r.hidden;

CREATE VIEW failed_call AS
SELECT t.run, t.benchmark, t.model, t.scenario, t.task, t.attempt, f.step, f.call, f.tool, f.family, f.cause, f.asked, f.quote
FROM failed_calls f
JOIN trial t USING (trial_id);

CREATE VIEW change AS
SELECT at, kind, benchmark, run, other, detail
FROM changes;

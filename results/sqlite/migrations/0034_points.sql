-- What a checker gave of its points, where the verdict is drawn from them by a threshold.
ALTER TABLE trials ADD COLUMN points REAL;

DROP VIEW trial;
CREATE VIEW trial AS
SELECT r.run, r.benchmark, r.model, r.framework, r.variant, s.slug AS scenario, k.slug AS task, k.title, t.kind, t.attempt, t.status,
  t.score, t.points, t.score >= 1 AS passed, w.kind AS reason_kind, w.sentence AS reason, t.started_at, t.finished_at, t.duration_ms, t.agent_ms,
  t.tokens_input, t.tokens_output, t.tokens_cache_read, t.tokens_cache_write, t.tokens_total, t.cost_usd, t.steps_total AS steps,
  t.tool_calls, t.failed_calls, t.id AS trial_id
FROM trials t
JOIN runs i ON i.id = t.run_id
JOIN run r ON r.run = i.slug
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
LEFT JOIN trial_whys w ON w.trial_id = t.id;

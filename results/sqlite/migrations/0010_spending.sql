-- What trials took is packed with their outcomes: all are packed again.
DELETE FROM run_outcomes;
DROP TRIGGER trials_rescored;
CREATE TRIGGER trials_rescored AFTER UPDATE OF task_id, attempt, attempts, status, score, gold, told_contrary,
  duration_ms, tokens_input, tokens_output, tokens_total, cost_usd, steps_total, tool_calls ON trials
BEGIN
  DELETE FROM run_outcomes WHERE run_id IN (old.run_id, new.run_id);
END;

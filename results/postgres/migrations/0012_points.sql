-- What a checker gave of its points, where the verdict is drawn from them by a threshold.
ALTER TABLE main.trials ADD COLUMN points double precision;

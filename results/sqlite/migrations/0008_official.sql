-- A dataset that ships with the program or that the operator has vouched for.
-- Those that people have described came with the program.
ALTER TABLE benchmarks ADD COLUMN official INTEGER NOT NULL DEFAULT 0;
UPDATE benchmarks SET official = 1 WHERE repository <> '' OR paper <> '';

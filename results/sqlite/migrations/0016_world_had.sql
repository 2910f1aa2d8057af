-- How many lines or messages an object had before a change: of a chat that is not
-- what is gone and what is kept, because a short answer stands in it many times.
-- What was stored without it comes again with the dataset.
ALTER TABLE world_states ADD COLUMN had INTEGER NOT NULL DEFAULT 0;
DELETE FROM world_scenes;
DELETE FROM world_states;
DELETE FROM worlds;

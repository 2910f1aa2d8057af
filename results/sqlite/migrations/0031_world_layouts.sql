-- The layout of the dataset in which a world is kept, and what the same updates do in
-- each one (results.WorldLayout as JSON).
ALTER TABLE worlds ADD COLUMN layout TEXT NOT NULL DEFAULT '';
ALTER TABLE worlds ADD COLUMN layouts TEXT NOT NULL DEFAULT '[]';

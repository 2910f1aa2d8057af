-- The layout of the dataset in which a world is kept, and what the same updates do in
-- each one (results.WorldLayout as JSON).
ALTER TABLE main.worlds ADD COLUMN layout text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE main.worlds ADD COLUMN layouts text COLLATE "C" NOT NULL DEFAULT '[]';

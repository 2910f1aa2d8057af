-- Short pieces of bodies lie together, packed as one: they have much in common, and a page of the file for each would be half
-- empty. Those that lie alone have no block.
CREATE TABLE body_blocks (
  id   INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;

ALTER TABLE trace_frames ADD COLUMN block INTEGER;
ALTER TABLE trace_frames ADD COLUMN start INTEGER NOT NULL DEFAULT 0;
CREATE INDEX trace_frames_block ON trace_frames (block) WHERE block IS NOT NULL;
CREATE TRIGGER trace_frames_gone AFTER DELETE ON trace_frames WHEN old.block IS NOT NULL BEGIN
  DELETE FROM body_blocks WHERE id = old.block AND NOT EXISTS (SELECT 1 FROM trace_frames WHERE block = old.block);
END;
CREATE TRIGGER trace_frames_moved AFTER UPDATE OF block ON trace_frames WHEN old.block IS NOT NULL BEGIN
  DELETE FROM body_blocks WHERE id = old.block AND NOT EXISTS (SELECT 1 FROM trace_frames WHERE block = old.block);
END;

ALTER TABLE raw_chunks ADD COLUMN block INTEGER;
ALTER TABLE raw_chunks ADD COLUMN start INTEGER NOT NULL DEFAULT 0;
CREATE INDEX raw_chunks_block ON raw_chunks (block) WHERE block IS NOT NULL;
CREATE TRIGGER raw_chunks_gone AFTER DELETE ON raw_chunks WHEN old.block IS NOT NULL BEGIN
  DELETE FROM body_blocks WHERE id = old.block AND NOT EXISTS (SELECT 1 FROM raw_chunks WHERE block = old.block);
END;
CREATE TRIGGER raw_chunks_moved AFTER UPDATE OF block ON raw_chunks WHEN old.block IS NOT NULL BEGIN
  DELETE FROM body_blocks WHERE id = old.block AND NOT EXISTS (SELECT 1 FROM raw_chunks WHERE block = old.block);
END;

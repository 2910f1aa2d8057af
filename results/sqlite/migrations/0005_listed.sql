-- A model that a list of models has. Records never change one; what only records
-- have brought is named by them. Before, a model without a vendor was such.
ALTER TABLE models ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
UPDATE models SET listed = vendor <> '';

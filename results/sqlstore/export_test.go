package sqlstore

// What tests that need a real store hold it against.
var (
	SumOf = sumOf
	Merge = merge
)

// Texts is the text index, to be written without a run.
func (db *DB) Texts() Searcher { return db.parts.Texts(db.w) }

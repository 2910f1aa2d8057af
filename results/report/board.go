package report

// BoardCells bounds the cells of the fingerprints on one page: beyond, rows go
// without.
const BoardCells = 150_000

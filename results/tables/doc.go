// Package tables writes runs, trials, checks and steps as Parquet files, which
// data frames and databases read. Columns are typed, what no record states is
// null, and the unit and meaning of each column is in the metadata of its file.
package tables

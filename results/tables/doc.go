// Package tables exports runs, trials, checks and steps as Parquet files with typed columns and
// column descriptions as metadata.
package tables

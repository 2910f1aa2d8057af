// Package tables writes runs, trials, checks and steps as Parquet files with typed columns and their meaning as metadata.
package tables

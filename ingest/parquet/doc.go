// Package parquet reads tables of exported trajectories with one row per attempt. The columns are
// model_name, case_name, trajectory (ATIF as JSON) and reward, and optionally case_id, domain,
// difficulty, complexity_factor and is_correct. LiveClawBench publishes its trajectories in this
// form.
//
// parquet-go parses the file format. This package finds the columns, converts rows to trials and
// limits the resources that a hostile file can use.
//
// The columns are read value by value, so a file may be larger than memory, but one page of the
// trajectory column must fit. A first pass reads the small columns and the agent's name at the
// beginning of each trajectory. Each run, which is one model with one agent, is then written in a
// separate pass over the row groups that contain its rows. If the models are interleaved, the
// trajectory column is decoded once per run.
package parquet

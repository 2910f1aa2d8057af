// Package parquet reads exports of trajectories as a table, one row for each
// attempt: model_name, case_name, trajectory (ATIF as JSON) and reward, and
// where they are there case_id, domain, difficulty, complexity_factor and
// is_correct. LiveClawBench publishes its trajectories in this shape.
//
// The format of the file is parquet-go's work; this package finds the columns,
// turns rows into trials and bounds what a hostile file can ask for.
//
// The columns are read one value at a time, so a file may be larger than
// memory; what has to fit is one page of the trajectory column. A first pass
// reads the small columns and the agent's name at the head of each trajectory.
// Then each run, which is one model with one agent, is written in a pass of its
// own over those row groups that hold rows of it: where the models are
// interleaved the trajectory column is decoded once for each run.
package parquet

// Package researchclaw reads the runs of ResearchClawBench as its site publishes them
// (github.com/InternScience/ResearchClawBench-Home, data/runs): a folder for each trial
// with data.json, the last 500 lines that the agent wrote in output.json, and its
// workspace.
//
// A run is all trials of one agent with one model, in the order of their timestamps; the
// same task again is another attempt. A judge gives each item of a task's checklist 0 to
// 100 points, of which 50 are for a result as good as the paper's own. A trial counts the
// mean of its items by their weights as a share of 100 (evaluation/score.py of
// github.com/InternScience/ResearchClawBench), computed anew; where the file states
// another total its score is not believed. An item whose judge gave no answer is 0 there:
// here such a trial has no score.
package researchclaw

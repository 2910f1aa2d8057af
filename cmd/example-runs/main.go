// Command example-runs replays the runs of the bundled example benchmark: it
// makes every tool call that stands in their records again in a fresh workspace,
// judges what is left there and writes the records anew, in ClawArena's layout.
// What an agent says and calls, and when, is taken from its records, so the same
// moves give the same bytes; -check says whether they still do.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "example-runs:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("example-runs", flag.ContinueOnError)
	dir := flags.String("dir", filepath.Join("ingest", "bundled", "example"), "the example's directory")
	check := flags.Bool("check", false, "write nothing, only compare with the records that are there")
	if err := flags.Parse(args); err != nil {
		return err
	}
	// Checks run in a workspace elsewhere and name scripts below this directory.
	abs, err := filepath.Abs(*dir)
	if err != nil {
		return fmt.Errorf("find the example's directory: %w", err)
	}
	return replayTree(context.Background(), abs, *check, out)
}

// replayTree replays all runs below dir/result_example and names each record
// that changes. With check no record is written and a change is an error.
func replayTree(ctx context.Context, dir string, check bool, out io.Writer) error {
	bench, err := loadBenchmark(dir)
	if err != nil {
		return err
	}
	runs, err := filepath.Glob(filepath.Join(dir, "result_example", "*"))
	if err != nil || len(runs) == 0 {
		return errors.Join(fmt.Errorf("no runs below %s", dir), err)
	}
	changed := 0
	for _, run := range runs {
		records, err := bench.replay(ctx, run)
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(records)) {
			path := filepath.Join(run, filepath.FromSlash(name))
			old, err := os.ReadFile(path)
			if err == nil && bytes.Equal(old, records[name]) {
				continue
			}
			changed++
			fmt.Fprintf(out, "%s/%s: %s\n", filepath.Base(run), name, firstDifference(old, records[name]))
			if check {
				continue
			}
			if err := writeFile(path, records[name]); err != nil {
				return err
			}
		}
	}
	if check && changed > 0 {
		return fmt.Errorf("%d records differ; `make example-runs` writes them anew", changed)
	}
	fmt.Fprintf(out, "%d runs replayed, %d records changed\n", len(runs), changed)
	return nil
}

func firstDifference(old, new []byte) string {
	x, y := bytes.Split(old, []byte("\n")), bytes.Split(new, []byte("\n"))
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			return fmt.Sprintf("line %d is %s, now %s", i+1, bytes.TrimSpace(x[i]), bytes.TrimSpace(y[i]))
		}
	}
	return fmt.Sprintf("%d lines, now %d", len(x), len(y))
}

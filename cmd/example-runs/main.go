// Command example-runs runs four scripted agents on the bundled example
// benchmark and writes their records in ClawArena's layout. The agents are
// fixed programs and call no model: they exist so that the site has runs to
// show whose every step really happened and may be shipped.
//
// Two runs of this command differ in times and durations only; -check runs all
// agents in a temporary directory and says whether that is still so.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// roundLimit is how long an agent may work on one round. It is far above what
// any agent needs, except for the one that waits for a file that never comes.
const roundLimit = 3 * time.Second

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "example-runs:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("example-runs", flag.ContinueOnError)
	dir := flags.String("dir", "", "the example's directory (default: ingest/bundled/example in this module)")
	check := flags.Bool("check", false, "write nothing, run everything again and compare with the records that are there")
	var many manyFlags
	flags.IntVar(&many.runs, "many", 0, "write the records of so many scripted runs for tests below -dir instead (see ingest/manyruns)")
	flags.IntVar(&many.first, "first", 1, "with -many: number of the first agent")
	flags.IntVar(&many.again, "again", 0, "with -many: which pass of the same agents it is")
	flags.IntVar(&many.trials, "trials", 0, "write a Harbor job of so many trials for tests below -dir instead")
	flags.BoolVar(&many.files, "files", false, "with -many or -trials: write folders, not one tar for each run")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if many.asked() {
		if *dir == "" {
			return errors.New("-many and -trials need -dir")
		}
		return many.write(*dir, out)
	}
	if *dir == "" {
		root, err := moduleRoot()
		if err != nil {
			return err
		}
		*dir = filepath.Join(root, "ingest", "bundled", "example")
	}
	abs, err := filepath.Abs(*dir)
	if err != nil {
		return fmt.Errorf("find the example's directory: %w", err)
	}
	if *check {
		return checkTree(context.Background(), abs, out)
	}
	return regenerate(context.Background(), abs, out)
}

// regenerate replaces the result directories below dir by those of a new run.
// The new tree is complete before the old one goes.
func regenerate(ctx context.Context, dir string, out io.Writer) error {
	fresh, err := os.MkdirTemp(dir, ".result_")
	if err != nil {
		return fmt.Errorf("make directory for the new records: %w", err)
	}
	defer os.RemoveAll(fresh)
	reports, err := runAll(ctx, dir, fresh)
	if err != nil {
		return err
	}
	results := filepath.Join(dir, "result_example")
	if err := os.RemoveAll(results); err != nil {
		return fmt.Errorf("remove old records: %w", err)
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return fmt.Errorf("open new records to readers: %w", err)
	}
	if err := os.Rename(fresh, results); err != nil {
		return fmt.Errorf("put new records in place: %w", err)
	}
	printTable(out, reports)
	return nil
}

// checkTree runs everything again and fails with the list of differences that
// are not times.
func checkTree(ctx context.Context, dir string, out io.Writer) error {
	fresh, err := os.MkdirTemp("", "example-runs-")
	if err != nil {
		return fmt.Errorf("make directory for the new records: %w", err)
	}
	defer os.RemoveAll(fresh)
	if _, err := runAll(ctx, dir, fresh); err != nil {
		return err
	}
	diffs, err := compareTrees(filepath.Join(dir, "result_example"), fresh)
	if err != nil {
		return err
	}
	for _, d := range diffs {
		fmt.Fprintln(out, d)
	}
	if len(diffs) > 0 {
		return fmt.Errorf("%d differences from the records that are there; `make example-runs` writes them anew", len(diffs))
	}
	fmt.Fprintln(out, "the records are what the agents do today, apart from times")
	return nil
}

func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find module root: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("find module root: no go.mod above the working directory, use -dir")
		}
		dir = parent
	}
}

package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/clawatlas/clawatlas/ingest/manyruns"
)

// manyFlags ask for records of many runs instead of the example's.
type manyFlags struct {
	runs, first, again, trials int
	files                      bool
}

func (m manyFlags) asked() bool { return m.runs > 0 || m.trials > 0 }

// write writes the dataset and the runs below dir.
func (m manyFlags) write(dir string, out io.Writer) error {
	agents := manyruns.WriteTars
	if m.files {
		agents = manyruns.WriteFiles
	}
	if m.runs > 0 {
		a := manyruns.Arena{First: m.first, Runs: m.runs, Again: m.again}
		// A second call adds runs to a dataset that is there and is the same.
		if _, err := fs.Stat(os.DirFS(dir), "data"); err != nil {
			if err := manyruns.WriteFiles(dir, a.Dataset()); err != nil {
				return err
			}
		}
		if err := agents(dir, a.Agents()); err != nil {
			return err
		}
		fmt.Fprintf(out, "wrote %d runs\n", m.runs)
	}
	if m.trials > 0 {
		if err := agents(dir, manyruns.Job{Trials: m.trials, Number: m.first}.FS()); err != nil {
			return err
		}
		fmt.Fprintf(out, "wrote a job of %d trials\n", m.trials)
	}
	return nil
}

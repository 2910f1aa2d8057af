package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/bundled/scripted"
)

// examplesCmd writes the example records used in docs/start.md.
type examplesCmd struct {
	Dir string `arg:"" optional:"" default:"examples" help:"Folder to create; it must not exist."`
}

func (examplesCmd) Help() string {
	return "Writes a folder for each harness with the files it leaves on disk, in small, to try ingest, view and check on, as " +
		"docs/start.md does. The agents are scripted and call no model."
}

func (c *examplesCmd) Run(s *streams) error {
	if err := os.Mkdir(c.Dir, 0o755); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s already exists: nothing written", c.Dir)
		}
		return fmt.Errorf("create the folder: %w", err)
	}
	for _, part := range []struct {
		from fs.FS
		at   string
		to   string
	}{{example.FS, ".", "arena"}, {scripted.FS, "records/harbor", "harbor"}, {scripted.FS, "start", "."}} {
		from, err := fs.Sub(part.from, part.at)
		if err == nil {
			err = os.CopyFS(filepath.Join(c.Dir, part.to), from)
		}
		if err != nil {
			return errors.Join(err, os.RemoveAll(c.Dir))
		}
	}
	s.out.Printf("%s: arena, clawmark, harbor, liveclawbench, scores, sessions and notes.md, records of scripted agents\n", c.Dir)
	return nil
}

package main

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/results/visible"
)

// foundSecret is a place in a file of the paths.
type foundSecret struct {
	Source string `json:"source"`
	File   string `json:"file"`
	redact.Finding
}

// secrets lists what would be redacted of the paths, and what nearly would. Nothing is
// stored or sent.
func (c *checkCmd) secrets(ctx context.Context, s *streams) error {
	sources, closeAll, refused := openSources(ctx, c.Paths, c.Dataset, c.identity())
	defer closeAll()
	list, files := []foundSecret{}, 0
	for _, src := range sources {
		err := fs.WalkDir(src.FS, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || ctx.Err() != nil {
				return errors.Join(err, ctx.Err())
			}
			found, err := secretsOf(src, name)
			list, files = append(list, found...), files+1
			return err
		})
		if err != nil {
			return err
		}
	}
	redacted := 0
	for _, f := range list {
		if f.Rule != "" {
			redacted++
		}
	}
	if c.JSON {
		if err := s.out.JSON(list); err != nil {
			return err
		}
	} else {
		printSecrets(s.out, list)
		s.out.Printf("%s: %s, %s\n", counted(files, "file"), counted(redacted, "redaction"), counted(len(list)-redacted, "near miss"))
	}
	for _, r := range refused {
		s.err.Printf("%s: %s\n", visible.Line(r.Source), visible.Line(r.Reason))
	}
	if redacted > 0 || len(refused) > 0 {
		return exitError(exitRefused)
	}
	return nil
}

// secretsOf looks at a file of a source and at its name.
func secretsOf(src ingest.Source, name string) ([]foundSecret, error) {
	data, err := fs.ReadFile(src.FS, name)
	if err != nil {
		return nil, err
	}
	red := redact.New()
	shown := red.String(name)
	var list []foundSecret
	if red.Total() > red.Counts()["home"] {
		list = append(list, foundSecret{src.Name, shown, redact.Finding{Rule: "name of the file", Text: "…"}})
	}
	found := red.Findings(data)
	slices.SortStableFunc(found, func(a, b redact.Finding) int { return a.Line - b.Line })
	for _, f := range found {
		list = append(list, foundSecret{src.Name, shown, f})
	}
	return list, nil
}

func printSecrets(p *printer, list []foundSecret) {
	for _, f := range list {
		what := "redacted as " + f.Rule
		if f.Rule == "" {
			what = "stays, though it looks random"
		}
		p.Printf("%s:%d: %s: %s\n", visible.Line(f.File), f.Line, what, visible.Line(f.Text))
	}
}

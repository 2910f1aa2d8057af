package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
)

// explain prints what each file of the paths is and becomes. It exits with 1 if a path
// cannot be opened or nothing in them is read.
func (c *ingestCmd) explain(ctx context.Context, s *streams) error {
	sources, closeAll, refused := openSources(ctx, c.Paths, c.Dataset, c.identity())
	defer closeAll()
	l := newLoader(nil)
	l.Jobs = c.Jobs
	out, err := l.Explain(ctx, []ingest.Source{{FS: bundled.FS, Name: "bundled data", Official: true}}, sources)
	if err != nil {
		return err
	}
	for _, r := range refused {
		out.Files = append(out.Files, ingest.FileExplanation{Source: r.Source, Refused: r.Reason})
	}
	read := false
	for i := range out.Files {
		read = read || out.Files[i].Format != "" && out.Files[i].Refused == ""
	}
	if c.JSON {
		err = s.out.JSON(out)
	} else {
		for i := range out.Files {
			printExplanation(s.out, &out.Files[i])
		}
	}
	if err == nil && (!read || len(refused) > 0) {
		err = exitError(exitRefused)
	}
	return err
}

func printExplanation(p *printer, f *ingest.FileExplanation) {
	name := f.Path
	if name == "." || name == "" {
		name = f.Source
	}
	p.Printf("%s\n", "file "+name)
	say := func(what, text string) {
		if text != "" {
			p.Printf("  %-9s %s\n", what+":", text)
		}
	}
	is := f.Is
	if f.Format != "" && f.Format != f.Is {
		is += " (" + f.Format + ")"
	}
	say("is", strings.TrimSpace(is+" "+f.Version))
	say("because", f.Why)
	say("part of", f.PartOf)
	say("became", became(f.Became))
	if f.Format != "" && f.Refused == "" && f.PartOf == "" && f.Became == (ingest.Became{}) {
		say("became", "nothing by itself")
	}
	if f.StayRaw > 0 {
		say("raw", counted(f.StayRaw, "step")+" of what no reader knows, shown as recorded")
	}
	if f.Kept > 0 {
		say("kept", counted(f.Kept, "file"))
	}
	if f.Warnings > 0 {
		say("warned", fmt.Sprintf("%s, first: %s", counted(f.Warnings, "time"), f.First))
	}
	if f.Lacks != "" {
		say("nearest", cmp.Or(f.Nearest, "a record")+", but "+f.Lacks)
	}
	say("refused", f.Refused)
	if f.Format == "" && f.Refused == "" && f.Lacks == "" {
		say("read", "no")
	}
}

// became lists what is not none.
func became(b ingest.Became) string {
	var parts []string
	for _, n := range []struct {
		n    int
		noun string
	}{{b.Datasets, "dataset"}, {b.Tasks, "task"}, {b.Runs, "run"}, {b.Trials, "trial"}, {b.Steps, "step"}, {b.Calls, "tool call"},
		{b.Figures, "figure"}} {
		if n.n > 0 {
			parts = append(parts, counted(n.n, n.noun))
		}
	}
	return strings.Join(parts, ", ")
}

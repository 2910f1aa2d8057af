package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/reading"
)

type RunHead struct {
	Run        string                         `json:"run"`        // its slug
	Benchmark  string                         `json:"benchmark"`  // slug of the benchmark
	System     results.System                 `json:"system"`     // what ran: model, framework, variant, provider
	Evidence   results.Evidence               `json:"evidence"`   // what the numbers rest on: recomputed, records or published
	Complete   bool                           `json:"complete"`   // it lacks none of the expected tasks
	Ranked     bool                           `json:"ranked"`     // it is complete and nothing speaks against it
	Scripted   bool                           `json:"scripted"`   // made by a scripted agent, not by a model
	Counts     results.Counts                 `json:"counts"`     // trials by outcome
	Metrics    map[string]results.MetricValue `json:"metrics"`    // by key, under the convention of this answer
	Source     RunSource                      `json:"source"`     // where the records come from
	StartedAt  *int64                         `json:"started_at"` // Unix milliseconds
	Exclusions []results.Exclusion            `json:"objections"` // why it is not ranked
	URL        string                         `json:"url"`        // of its page
	Convention string                         `json:"convention"` // way of aggregating of the metrics; empty where there is one alone
}

type RunSource struct {
	Format     string `json:"format"`      // name of the format that they were read as
	Digest     string `json:"digest"`      // SHA-256 over the records, hexadecimal
	Label      string `json:"label"`       // name of the directory or archive
	IngestedAt int64  `json:"ingested_at"` // Unix milliseconds
	Stale      bool   `json:"stale"`       // another version of the readers has read them than that of the program that answers, which may count otherwise
	// Repository is the commit that holds the records; null if unknown.
	Repository *Repository `json:"repository"`
}

type Repository struct {
	URL    string  `json:"url"`    // of the repository
	Commit string  `json:"commit"` // full hash
	Path   string  `json:"path"`   // of the run's directory or file in it; "." for its root
	Page   *string `json:"page"`   // address of that path on the repository's site; null where the addresses of its host are not known
}

func RepositoryOf(r results.Run) *Repository {
	p := results.ProvenanceOf(r.Facts)
	if p.Repository == "" {
		return nil
	}
	return &Repository{p.Repository, p.Commit, p.Path, TextOrNil(p.PathURL())}
}

func NewRunHead(r results.Run) RunHead {
	return RunHead{
		Run: r.Slug, Benchmark: r.Benchmark, System: r.System, Evidence: r.Evidence, Complete: r.Complete, Ranked: r.Ranked(),
		Scripted: r.Scripted, Counts: r.Counts,
		Exclusions: append([]results.Exclusion{}, r.Exclusions...),
		Metrics:    map[string]results.MetricValue{}, StartedAt: r.StartedAt, URL: link.Run(r.Slug),
		Source: RunSource{Format: r.Format, Digest: r.Digest, Label: r.Label, IngestedAt: r.IngestedAt,
			Stale: reading.Stale(r.Format, r.Reader), Repository: RepositoryOf(r)},
	}
}

type Standing struct {
	Row  results.BoardRow
	Of   int // ranked systems of its group, itself included
	Tied int // others that the test cannot tell from the leader, if this one cannot be told either
}

func StandingOf(b results.Board, own results.BoardRow) *Standing {
	s := &Standing{Row: own}
	for _, row := range b.Rows {
		if row.Rank == nil || row.Group != own.Group {
			continue
		}
		s.Of++
		if row.Run != nil && (own.Run == nil || *row.Run != *own.Run) && row.TieClass != nil && *row.TieClass == results.LeadersClass {
			s.Tied++
		}
	}
	return s
}

// ModelStanding is a model's first ranked row or else its first reported result; nil without
// either.
func ModelStanding(b results.Board, model string) *Standing {
	var printed *Standing
	for _, row := range b.Rows {
		switch {
		case row.System.Model != model || row.Metrics[b.Headline].Value == nil || Unranked(&row):
		case row.Run != nil:
			return StandingOf(b, row)
		case printed == nil:
			printed = StandingOf(b, row)
		}
	}
	return printed
}

package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/reading"
)

type RunHead struct {
	Run        string                         `json:"run"`        // slug of the run
	Benchmark  string                         `json:"benchmark"`  // slug of the benchmark
	System     results.System                 `json:"system"`     // model, framework, variant and provider
	Evidence   results.Evidence               `json:"evidence"`   // evidence level of the results: recomputed, records or published
	Complete   bool                           `json:"complete"`   // true if every attempt at every expected task has a score
	Ranked     bool                           `json:"ranked"`     // true if the run is complete and has no exclusions
	Scripted   bool                           `json:"scripted"`   // true if the run was made by a scripted agent, not by a model
	Counts     results.Counts                 `json:"counts"`     // number of trials by outcome
	Metrics    map[string]results.MetricValue `json:"metrics"`    // metrics by key, under the convention of this response
	Source     RunSource                      `json:"source"`     // origin of the records
	StartedAt  *int64                         `json:"started_at"` // start time in Unix milliseconds; null if not recorded
	Exclusions []results.Exclusion            `json:"objections"` // reasons why the run is not ranked
	URL        string                         `json:"url"`        // URL of the run's page
	Convention string                         `json:"convention"` // aggregation convention of the metrics; empty if there is only one
}

type RunSource struct {
	Format     string `json:"format"`      // name of the format
	Digest     string `json:"digest"`      // SHA-256 digest of the records, in hexadecimal
	Label      string `json:"label"`       // name of the directory or archive with the records
	IngestedAt int64  `json:"ingested_at"` // time of ingestion in Unix milliseconds
	Stale      bool   `json:"stale"`       // true if a different version of the importer than the server's read the records; it may count differently
	// Repository identifies the repository and commit with the records; null if unknown.
	Repository *Repository `json:"repository"`
}

type Repository struct {
	URL    string  `json:"url"`    // URL of the repository
	Commit string  `json:"commit"` // full commit hash
	Path   string  `json:"path"`   // path of the run's directory or file in the repository; "." for the root
	Page   *string `json:"page"`   // URL of that path on the repository's site; null if the site's URL scheme is unknown
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
	Of   int // number of ranked systems in the same group, including this one
	Tied int // number of other systems in the same group that have the leader's tie class
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

// ModelStanding returns the standing of a model's first ranked row, or else of its first reported
// result; nil if it has neither.
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

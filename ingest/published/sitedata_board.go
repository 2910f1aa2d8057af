package published

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// leaderboard is the site's leaderboard.json. Its numbers stay as they are
// written, because the digits tell how exact a comparison can be.
type leaderboard struct {
	UpdatedAt string `json:"updatedAt"`
	Models    []struct {
		Model      string                    `json:"model"`
		Overall    jsontext.Value            `json:"overall"`
		BestScore  jsontext.Value            `json:"bestScore"`
		Difficulty map[string]jsontext.Value `json:"difficulty"`
		Factors    map[string]jsontext.Value `json:"factors"`
		Domains    map[string]jsontext.Value `json:"domains"`
	} `json:"models"`
}

func readSiteLeaderboard(in *ingest.Input) (results.FigureSource, []results.Figure, error) {
	var board leaderboard
	if err := decode(in, siteLeaderboard, &board); err != nil {
		return results.FigureSource{}, nil, err
	}
	if _, err := time.Parse(time.DateOnly, board.UpdatedAt); err != nil {
		return results.FigureSource{}, nil, fmt.Errorf("%s: updatedAt: %w", in.Path(siteLeaderboard), err)
	}
	src := results.FigureSource{
		ID: siteSource(board.UpdatedAt), Benchmark: siteBenchmark, Title: "LiveClawBench site, " + board.UpdatedAt,
		Citation: "Mosi-AI/LiveClawBench, website/site-data, updated " + board.UpdatedAt, Version: board.UpdatedAt, Date: board.UpdatedAt,
	}
	var figs []results.Figure
	for i := range board.Models {
		m := &board.Models[i]
		add := func(metric, scope string, raw jsontext.Value) error {
			f := results.Figure{
				Benchmark: siteBenchmark, Source: src.ID, Table: "leaderboard", Group: "liveclawbench/" + board.UpdatedAt,
				Model: m.Model, Metric: metric, Scope: scope, Unit: unitPercent, Board: !isHistory(in.Item.Dir),
			}
			if s := string(raw); s != "" && s != "null" {
				p, err := parsePrinted(s, unitPercent)
				if err != nil {
					return fmt.Errorf("%s: %s, %s: %w", in.Path(siteLeaderboard), m.Model, metric, err)
				}
				f.Value, f.Digits = &p.stored, p.digits
			}
			figs = append(figs, f)
			return nil
		}
		if err := addModel(m.Overall, m.BestScore, m.Difficulty, m.Factors, m.Domains, add); err != nil {
			return src, nil, err
		}
	}
	return src, figs, nil
}

// addModel adds the columns of one model in a fixed order.
func addModel(overall, best jsontext.Value, difficulty, factors, domains map[string]jsontext.Value,
	add func(metric, scope string, raw jsontext.Value) error) error {
	if err := add("avg", "", overall); err != nil {
		return err
	}
	if err := add("best", "", best); err != nil {
		return err
	}
	for _, columns := range []map[string]jsontext.Value{difficulty, factors} {
		for _, k := range sortedKeys(columns) {
			if err := add(k, "", columns[k]); err != nil {
				return err
			}
		}
	}
	for _, k := range sortedKeys(domains) {
		if err := add("avg", results.ScopeScenario.Of(domainSlug(k)), domains[k]); err != nil {
			return err
		}
	}
	return nil
}

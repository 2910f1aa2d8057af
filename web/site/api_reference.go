package site

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/web"
)

// apiIntro stands before the addresses in the reference of the API.
//
//go:embed api_reference.md
var apiIntro string

// apiExamples are addresses below /api/v1 that a new database with the example runs
// answers, one for each operation.
var apiExamples = map[string]string{
	"benchmarks":  "/benchmarks",
	"leaderboard": "/benchmarks/clawatlas-example/leaderboard?sort=-tcr",
	"heatmap":     "/benchmarks/clawatlas-example/heatmap?metric=tcr", "days": "/benchmarks/clawatlas-example/days",
	"world":         "/benchmarks/clawatlas-example/world",
	"worldScenario": "/benchmarks/clawatlas-example/world/scenarios/ex_office_move",
	"reasons":       "/benchmarks/clawatlas-example/reasons",
	"cases":         "/benchmarks/clawatlas-example/cases?mode=none",
	"tasks":         "/benchmarks/clawatlas-example/tasks?limit=3",
	"matrix":        "/benchmarks/clawarena/matrix",
	"scenario":      "/benchmarks/clawatlas-example/scenarios/ex_office_move",
	"task":          "/benchmarks/clawatlas-example/scenarios/ex_office_move/q1",
	"runs":          "/runs?benchmark=clawatlas-example", "run": "/runs/" + thoroughRun, "trialFiles": "/runs/" + thoroughRun +
		"/ex_office_move/q7/files", "trialScreens": "/runs/" + thoroughRun + "/ex_office_move/q1/screens", "trial": "/runs/" +
		thoroughRun + "/ex_office_move/q1?limit=2",
	"findings": "/findings?limit=2", "changes": "/changes?limit=3",
	"compare": "/compare?a=" + thoroughRun + "&b=" + neverRun, "compareTrials": "/compare/ex_office_move/q4?a=" +
		thoroughRun + "&b=" + neverRun,
	"search": "/search?q=handover&limit=2", "models": "/models?limit=3", "model": "/models/gpt-5.5",
	"sources": "/sources",
}

// Runs of the example benchmark, by scripted agents.
const (
	thoroughRun = "clawatlas-example-thorough-reader-clawatlas-runner-a1d7c33e"
	neverRun    = "clawatlas-example-never-revises-clawatlas-runner-8e40a947"
)

// openDoc is what the reference needs of the description of the API.
type openDoc struct {
	Tags  []struct{ Name, Description string }
	Paths map[string]struct {
		Get struct {
			OperationID string `json:"operationId"`
			Tags        []string
			Summary     string
			Parameters  []struct {
				Name, In, Description string
				Required              bool
				Schema                openShape
			}
			Responses map[string]struct {
				Content map[string]struct{ Schema openShape }
			}
		}
	}
	Components struct{ Schemas map[string]openShape }
}

// openShape is a schema, as far as the reference shows it.
type openShape struct {
	Ref         string               `json:"$ref"`
	Type        any                  `json:"type"`
	Description string               `json:"description"`
	Enum        []any                `json:"enum"`
	Default     any                  `json:"default"`
	Items       *openShape           `json:"items"`
	Properties  map[string]openShape `json:"properties"`
	AnyOf       []openShape          `json:"anyOf"`
}

// APIReference is the page /docs/api: the description of the API as a text.
var APIReference = sync.OnceValue(func() docs.Page {
	var d openDoc
	if err := json.Unmarshal(web.OpenAPI, &d); err != nil {
		panic("openapi.json: " + err.Error()) // it is part of the program, and a test reads it
	}
	var b strings.Builder
	b.WriteString(apiIntro)
	paths := make([]string, 0, len(d.Paths))
	for at := range d.Paths {
		paths = append(paths, at)
	}
	slices.Sort(paths)
	for _, tag := range d.Tags {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", tag.Name, tag.Description)
		for _, at := range paths {
			if slices.Contains(d.Paths[at].Get.Tags, tag.Name) {
				d.operation(&b, at)
			}
		}
	}
	return docs.Parse("api", b.String())
})

// operation writes what is known of one address.
func (d *openDoc) operation(b *strings.Builder, at string) {
	op := d.Paths[at].Get
	fmt.Fprintf(b, "\n### `%s`\n\n%s\n", at, op.Summary)
	if example := apiExamples[op.OperationID]; example != "" {
		fmt.Fprintf(b, "\nExample: `GET /api/v1%s`\n", example)
	}
	if len(op.Parameters) > 0 {
		b.WriteString("\n| Parameter | Meaning | Value |\n|---|---|---|\n")
		for _, p := range op.Parameters {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", p.Name, web.Cell(p.Description), p.Schema.values(p.Required))
		}
	}
	answer := d.resolve(op.Responses["200"].Content["application/json"].Schema)
	shapes := answer.AnyOf
	if len(shapes) == 0 {
		shapes = []openShape{answer}
	}
	for _, s := range shapes {
		s = d.resolve(s)
		names := make([]string, 0, len(s.Properties))
		for name := range s.Properties {
			names = append(names, name)
		}
		slices.Sort(names)
		b.WriteString("\n| Answer | Meaning | Type |\n|---|---|---|\n")
		for _, name := range names {
			p := s.Properties[name]
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, web.Cell(p.Description), p.kind())
		}
	}
}

func (d *openDoc) resolve(s openShape) openShape {
	if s.Ref != "" {
		return d.Components.Schemas[path.Base(s.Ref)]
	}
	return s
}

// values says what a parameter takes.
func (s openShape) values(required bool) string {
	var parts []string
	if required {
		parts = append(parts, "required")
	}
	for _, v := range s.Enum {
		parts = append(parts, fmt.Sprintf("`%v`", v))
	}
	if len(s.Enum) == 0 {
		parts = append(parts, s.kind())
	}
	if s.Default != nil {
		parts = append(parts, fmt.Sprintf("default `%v`", s.Default))
	}
	return strings.Join(parts, ", ")
}

// kind names the type of a value.
func (s openShape) kind() string {
	switch t := s.Type.(type) {
	case string:
		if t == "array" && s.Items != nil {
			return "list of " + s.Items.kind()
		}
		return t
	case []any:
		var list []string
		for _, x := range t {
			name := fmt.Sprint(x)
			if name == "array" && s.Items != nil {
				name = "list of " + s.Items.kind()
			}
			list = append(list, name)
		}
		return strings.Join(list, " or ")
	}
	switch {
	case s.Ref != "":
		return path.Base(s.Ref)
	case len(s.AnyOf) > 0:
		var list []string
		for _, x := range s.AnyOf {
			list = append(list, x.kind())
		}
		return strings.Join(list, " or ")
	}
	return "any"
}

// documents lists the pages of the documentation, the reference of the API among them.
func documents() docs.List {
	l := docs.Contents()
	i := slices.IndexFunc(l.Pages, func(e docs.Entry) bool { return e.ID == "data" })
	l.Pages = slices.Insert(l.Pages, max(i, 0), APIReference().Entry)
	return l
}

package web

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// methodRoutes registers the pages of this file.
func (s *Server) methodRoutes(page, api route) {
	page("/b/:benchmark/method", heavy, s.methodPage, figureFields().and(csvField()))
	api("/benchmarks/:benchmark/method", heavy, s.methodAPI, nothing())
	api("/benchmarks/:benchmark/check", heavy, s.checkAPI, figureFields().and(numberField("limit", 200, 1, 1000)))
	page("/b/:benchmark/method/:table", light, s.statTablePage, query{csvField()})
	api("/benchmarks/:benchmark/tables/:table", light, s.statTableAPI, nothing())
	page("/about", light, s.aboutPage, nothing())
	api("/about", light, s.aboutAPI, nothing())
}

// methodData is what the method page and its JSON are made of.
type methodData struct {
	benchmark results.Benchmark
	board     results.Board
	figures   []figureCheck
	tables    []results.StatTable
	sources   []results.FigureSource
	titles    map[string]string // of sources, by id
	warnings  []results.Warning
	dataset   views.DatasetPin
}

func (s *Server) loadMethod(c echo.Context) (*methodData, error) {
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	d := &methodData{titles: map[string]string{}}
	if d.benchmark, err = s.store.FindBenchmark(ctx, id); err != nil {
		return nil, err
	}
	if d.board, err = s.defaultBoard(ctx, d.benchmark); err != nil {
		return nil, err
	}
	if d.sources, err = s.store.FigureSources(ctx, id); err != nil {
		return nil, err
	}
	for _, src := range d.sources {
		d.titles[src.ID] = src.Title
	}
	if d.tables, err = s.store.StatTables(ctx, id); err != nil {
		return nil, err
	}
	if d.warnings, err = s.store.DatasetWarnings(ctx, id); err != nil {
		return nil, err
	}
	if d.dataset, err = s.datasetPin(ctx, d.benchmark); err != nil {
		return nil, err
	}
	d.figures, err = s.checkedFigures(ctx, d.benchmark, d.board)
	return d, err
}

// figureQuery chooses among the figures of the reconciliation.
type figureQuery struct {
	verdict, source, name string
	offset                int
}

// figuresOnPage is how many figures one page shows.
const figuresOnPage = 100

// figureVerdicts are the words of ?verdict= in the order of the form.
func figureVerdicts() []string { return []string{"", "matches", "differs", "open", "empty"} }

// figureFields are the parameters of the reconciliation.
func figureFields() query {
	return query{wordField("verdict", figureVerdicts()...), textField("source"), textField("q"), offsetField()}
}

func parseFigureQuery(c echo.Context) figureQuery {
	a := ask(c)
	return figureQuery{verdict: a.word("verdict"), source: a.text("source"), name: strings.TrimSpace(a.text("q")), offset: a.number("offset")}
}

func (q figureQuery) values(offset int) url.Values {
	at := ""
	if offset > 0 {
		at = strconv.Itoa(offset)
	}
	return link.With(url.Values{}, "verdict", q.verdict, "source", q.source, "q", q.name, "offset", at)
}

func (q figureQuery) keeps(f *figureCheck, names map[string]string) bool {
	text := strings.ToLower(names[f.Model] + " " + f.Model + " " + f.Framework + " " + f.Variant)
	return (q.verdict == "" || q.verdict == f.word()) && (q.source == "" || q.source == f.Source) && strings.Contains(text, strings.ToLower(q.name))
}

// methodPage is GET /b/{benchmark}/method.
func (s *Server) methodPage(c echo.Context) error {
	csv := wantsCSV(c)
	q := parseFigureQuery(c)
	d, err := s.loadMethod(c)
	if err != nil {
		return err
	}
	names, err := s.modelNames(c.Request().Context())
	if err != nil {
		return err
	}
	if csv {
		header, rows := d.csv(q, names)
		return table(c, d.benchmark.ID+"-published", header, rows)
	}
	p, err := d.page(q, names, s.frame.Static)
	if err != nil {
		return err
	}
	p.Meta = s.frame.Meta("How "+d.benchmark.Name+" is scored", "Formulas, conventions, statistics and known discrepancies of "+d.benchmark.Name+", and every published figure beside the recomputed one.",
		link.To(q.values(q.offset), "b", d.benchmark.ID, "method"), link.API(nil, "benchmarks", d.benchmark.ID, "method"), views.Crumbs(d.benchmark, "Method")...)
	p.Meta.CSVPath = link.To(link.With(q.values(0), "format", "csv"), "b", d.benchmark.ID, "method")
	p.Meta.MethodPath = link.Benchmark(d.benchmark.ID, "method")
	p.Meta.Scripted = d.benchmark.Scripted
	return html(c, views.MethodPage(p))
}

// page builds the method page.
func (d *methodData) page(q figureQuery, names map[string]string, static bool) (views.Method, error) {
	p := views.Method{Benchmark: d.benchmark, Dataset: d.dataset, Warnings: d.warnings, Check: d.check(q, names, static)}
	var err error
	if p.Texts, err = views.ProseOf("method/"+d.benchmark.ID, "method/family-"+string(d.benchmark.Scoring)); err != nil {
		return p, err
	}
	if p.Notes, err = views.ProseOf("method/" + d.benchmark.ID + "-notes"); err != nil {
		return p, err
	}
	if p.Statistics, err = views.Prose("method/statistics"); err != nil {
		return p, err
	}
	for i, c := range score.Conventions(d.benchmark.Scoring) {
		p.Conventions = append(p.Conventions, views.BoardConvention{ID: c.ID, Label: c.Title, About: c.Explain, Default: i == 0})
	}
	tables := map[string]int{}
	for _, t := range d.tables {
		tables[t.Source]++
		if t.ID == "identities" {
			p.Identities = append(p.Identities, t)
			continue
		}
		p.Tables = append(p.Tables, views.StatTableLink{Table: t, Source: d.titles[t.Source], Href: link.Benchmark(d.benchmark.ID, "method", t.ID)})
	}
	figures := map[string]int{}
	for i := range d.figures {
		figures[d.figures[i].Source]++
	}
	for _, src := range d.sources {
		p.Sources = append(p.Sources, views.MethodSource{FigureSource: src, Figures: figures[src.ID], Tables: tables[src.ID]})
	}
	return p, nil
}

// statTable finds a published table of a benchmark.
func (s *Server) statTable(c echo.Context) (results.Benchmark, results.StatTable, error) {
	ids, err := params(c, "benchmark", "table")
	if err != nil {
		return results.Benchmark{}, results.StatTable{}, err
	}
	ctx := c.Request().Context()
	b, err := s.store.FindBenchmark(ctx, ids[0])
	if err != nil {
		return b, results.StatTable{}, err
	}
	tables, err := s.store.StatTables(ctx, ids[0])
	if err != nil {
		return b, results.StatTable{}, err
	}
	i := slices.IndexFunc(tables, func(t results.StatTable) bool { return t.ID == ids[1] })
	if i < 0 {
		return b, results.StatTable{}, fmt.Errorf("table %s of %s: %w", ids[1], ids[0], results.ErrNotFound)
	}
	return b, tables[i], nil
}

// statTablePage is GET /b/{benchmark}/method/{table}.
func (s *Server) statTablePage(c echo.Context) error {
	csv := wantsCSV(c)
	b, t, err := s.statTable(c)
	if err != nil {
		return err
	}
	if csv {
		header, rows := statTableCSV(t)
		return table(c, b.ID+"-"+t.ID, header, rows)
	}
	sources, err := s.figureSources(c.Request().Context(), b.ID)
	if err != nil {
		return err
	}
	p := views.StatTablePageOf{Benchmark: b, Table: t, Source: sources[t.Source]}
	path := link.Benchmark(b.ID, "method", t.ID)
	p.Meta = s.frame.Meta(t.Title+", "+b.Name, "", path, link.API(nil, "benchmarks", b.ID, "tables", t.ID), append(views.Crumbs(b, "Method"), ui.Crumb{Label: t.Title})...)
	p.Meta.Crumbs[2].Href = link.Benchmark(b.ID, "method")
	p.Meta.CSVPath = link.To(url.Values{"format": {"csv"}}, "b", b.ID, "method", t.ID)
	p.Meta.MethodPath = link.Benchmark(b.ID, "method")
	p.Meta.Scripted = b.Scripted
	return html(c, views.StatTablePage(p))
}

// statTableAPI is GET /api/v1/benchmarks/{b}/tables/{table}.
func (s *Server) statTableAPI(c echo.Context) error {
	_, t, err := s.statTable(c)
	if err != nil {
		return err
	}
	return object(c, t)
}

func statTableCSV(t results.StatTable) (header []string, rows [][]string) {
	header = []string{t.Label, "ref"}
	for _, col := range t.Columns {
		header = append(header, col.Key)
	}
	for _, r := range t.Rows {
		row := []string{r.Label, r.Ref}
		for _, cell := range r.Cells {
			if cell.Value != nil {
				row = append(row, report.CSVFloat(cell.Value))
			} else {
				row = append(row, cell.Text)
			}
		}
		rows = append(rows, row)
	}
	return header, rows
}

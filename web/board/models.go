package board

import (
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	"github.com/clawatlas/clawatlas/web"
	compareweb "github.com/clawatlas/clawatlas/web/compare"
	modelweb "github.com/clawatlas/clawatlas/web/model"
)

// ModelsRoutes registers the models and the special views of a benchmark.
func (s Pages) ModelsRoutes(page, api web.Route) {
	page("/models", web.Heavy, modelweb.Of(s.Server).ModelsPage, web.Query{web.TextField("benchmark"), web.PageField(), web.CSVField()})
	api("/models", web.Heavy, web.JsonList(modelweb.Of(s.Server).Models),
		web.Query{web.TextField("benchmark")}.And(web.WindowFields()...), modelreport.Models{})
	page("/models/:model", web.Heavy, modelweb.Of(s.Server).ModelPage, modelweb.ModelFields().And(web.PageField()).And(web.CSVField()))
	api("/models/:model", web.Heavy, web.JsonList(modelweb.Of(s.Server).Model), modelweb.ModelFields().And(web.WindowFields()...),
		modelreport.Model{})
	page("/b/:benchmark/efficiency", web.Heavy, s.efficiencyPage, efficiencyFields().And(web.PageField()).And(web.CSVField()))
	api("/benchmarks/:benchmark/efficiency", web.Heavy, web.JsonList(s.efficiency), efficiencyFields().And(web.WindowFields()...),
		boardreport.Efficiency{})
	page("/b/:benchmark/matrix", web.Heavy, compareweb.Of(s.Server).MatrixPage,
		compareweb.MatrixFields().And(web.TextField("pair"), web.PageField()).And(web.CSVField()))
	api("/benchmarks/:benchmark/matrix", web.Heavy, web.JsonOf(compareweb.Of(s.Server).Matrix), compareweb.MatrixFields(),
		comparereport.Matrix{})
	page("/b/:benchmark/tables", web.Heavy, s.tablesPage, web.Query{web.TextField("table"), web.CSVField()})
	api("/benchmarks/:benchmark/tables", web.Heavy, web.JsonOf(s.tables), web.Query{web.TextField("table")}, boardreport.Tables{})
}

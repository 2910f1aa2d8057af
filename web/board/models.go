package board

import (
	modelviews "github.com/clawatlas/clawatlas/views/model"
	"github.com/clawatlas/clawatlas/web"
	modelweb "github.com/clawatlas/clawatlas/web/model"
)

// ModelsRoutes registers the models and the special views of a benchmark.
func (s Pages) ModelsRoutes(page, api web.Route) {
	page("/models", web.Heavy, modelweb.Of(s.Server).ModelsPage,
		web.Query{web.TextField("benchmark"), web.SortField(modelviews.SortKeys...), web.PageField(), web.CSVField()})
	api("/models", web.Heavy, web.JsonList(modelweb.Of(s.Server).Models),
		web.Query{web.TextField("benchmark")}.And(web.WindowFields()...))

	page("/models/:model", web.Heavy, modelweb.Of(s.Server).ModelPage, web.Query{web.CSVField()})
	api("/models/:model", web.Heavy, web.JsonList(modelweb.Of(s.Server).Model), web.WindowFields())

}

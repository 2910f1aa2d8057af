package web_test

import (
	"github.com/clawatlas/clawatlas/web"
	"github.com/clawatlas/clawatlas/web/site"
)

// The tests of the site as a whole stand in package web, and see its caches and
// gates; its pages come from the families.
func init() { web.SetRoutes(site.Routes) }

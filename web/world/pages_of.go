package world

import "github.com/clawatlas/clawatlas/web"

// Pages are the pages of this family and their twins in the API.
type Pages struct{ *web.Server }

// Of gives the pages of a site.
func Of(s *web.Server) Pages { return Pages{s} }

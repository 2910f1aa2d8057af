package model

import "github.com/clawatlas/clawatlas/web"

// Pages holds the handlers of this package.
type Pages struct{ *web.Server }

// Of returns the handlers for a server.
func Of(s *web.Server) Pages { return Pages{s} }

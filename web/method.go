package web

// methodRoutes registers the pages of this file.
func (s *Server) methodRoutes(page, api route) {}

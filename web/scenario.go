package web

// scenarioRoutes registers the pages of this file.
func (s *Server) scenarioRoutes(page, api route) {}

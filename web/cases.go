package web

// casesRoutes registers the pages of this file.
func (s *Server) casesRoutes(page, api route) {}

package web

// compareRoutes registers the pages of this file.
func (s *Server) compareRoutes(page, api route) {}

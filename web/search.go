package web

// searchRoutes registers the pages of this file.
func (s *Server) searchRoutes(page, api route) {}

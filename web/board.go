package web

// boardRoutes registers the pages of this file.
func (s *Server) boardRoutes(page, api route) {}

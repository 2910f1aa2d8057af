package web

// runRoutes registers the pages of this file.
func (s *Server) runRoutes(page, api route) {}

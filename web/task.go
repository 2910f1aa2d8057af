package web

// taskRoutes registers the pages of this file.
func (s *Server) taskRoutes(page, api route) {}

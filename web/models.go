package web

// modelsRoutes registers the pages of this file.
func (s *Server) modelsRoutes(page, api route) {}

package web

// daysRoutes registers the pages of this file.
func (s *Server) daysRoutes(page, api route) {}

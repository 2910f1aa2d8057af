package web

// trialRoutes registers the pages of this file.
func (s *Server) trialRoutes(page, api route) {}

package main

import "log/slog"

// problem is why the served database is not the one at its place, or nil.
type problem struct {
	at  string // place in logs
	log *slog.Logger
	err error
}

// tell sets the problem and logs changes.
func (p *problem) tell(err error) {
	if err != nil && (p.err == nil || p.err.Error() != err.Error()) {
		p.log.Error("database", "at", p.at, "problem", err)
	}
	if err == nil && p.err != nil {
		p.log.Info("database: the problem is gone", "at", p.at)
	}
	p.err = err
}

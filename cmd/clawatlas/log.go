package main

import (
	"fmt"
	"log/slog"
)

// logFlags configure the log.
type logFlags struct {
	LogFormat   string `enum:"text,json" default:"text" env:"CLAWATLAS_LOG_FORMAT" help:"Format of the log on standard error: text, or json with one object per line." placeholder:"FORM"`
	LogRequests bool   `aliases:"debug" env:"CLAWATLAS_LOG_REQUESTS" help:"Log every request: method, route, path without query, status, ms, bytes and request id, but never the client's address."`
}

func (f *logFlags) json() bool { return f.LogFormat == "json" }

func (f *logFlags) logger(p *printer) *slog.Logger {
	if f.json() {
		return slog.New(slog.NewJSONHandler(jsonLines{p}, nil))
	}
	return slog.New(slog.NewTextHandler(p, nil))
}

// tell prints a message for the operator, or logs it if the log is JSON.
func (f *logFlags) tell(s *streams, log *slog.Logger, format string, args ...any) {
	if f.json() {
		log.Info(fmt.Sprintf(format, args...))
		return
	}
	s.out.Printf(format+"\n", args...)
}

// ended logs err if the log is JSON.
func (f *logFlags) ended(log *slog.Logger, err error) error {
	if err == nil || !f.json() {
		return err
	}
	log.Error("the server has ended", "error", err)
	return exitError(exitRefused)
}

// jsonLines writes JSON lines to a printer, without its escapes for terminals.
type jsonLines struct{ p *printer }

func (w jsonLines) Write(line []byte) (int, error) {
	if err := w.p.writeJSON(string(line)); err != nil {
		return 0, err
	}
	return len(line), nil
}

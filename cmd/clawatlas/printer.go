package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"reflect"
	"regexp"
	"strings"
	"text/tabwriter"

	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results/visible"
)

// printer writes to a terminal or log. Names, messages and errors may come from untrusted records.
// Therefore it makes control, bidirectional and invisible characters visible and removes line
// breaks from values of Printf and Table.
type printer struct {
	file *os.File
	bol  bool // set if the current line contains only spaces so far
}

// streams are a command's outputs: results go to out, progress to err.
type streams struct {
	out, err *printer
	first    fs.FS // bundled data of a new database
}

func (s *streams) firstData() fs.FS {
	if s.first == nil {
		return bundled.FS
	}
	return s.first
}

func newPrinter(f *os.File) *printer { return &printer{file: f, bol: true} }

// Printf formats like fmt.Printf. It makes control characters in string values visible and keeps
// each value on one line.
func (p *printer) Printf(format string, args ...any) {
	shown := make([]any, len(args))
	for i, a := range args {
		shown[i] = show(a)
	}
	fmt.Fprintf(p, format, shown...)
}

// show makes control characters in a value visible. Numbers keep their type, for verbs such as %d.
func show(a any) any {
	switch v := a.(type) {
	case nil:
		return a
	case error:
		return visible.Line(v.Error())
	case fmt.Stringer:
		return visible.Line(v.String())
	}
	switch v := reflect.ValueOf(a); v.Kind() {
	case reflect.String:
		return visible.Line(v.String())
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return a
	}
	return visible.Line(fmt.Sprint(a))
}

// Table prints rows in aligned columns without trailing spaces.
func (p *printer) Table(rows [][]string) {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	for _, row := range rows {
		for _, cell := range row {
			fmt.Fprint(tw, visible.Line(cell), "\t")
		}
		fmt.Fprintln(tw)
	}
	tw.Flush()
	for line := range strings.Lines(b.String()) {
		fmt.Fprintln(p, strings.TrimRight(line, " \n"))
	}
}

// JSON prints v as a JSON document. It escapes invisible characters.
func (p *printer) JSON(v any) error {
	doc, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	return p.writeJSON(string(doc) + "\n")
}

func (p *printer) writeJSON(doc string) error {
	// some CI runners execute "##[" or "##vso[" anywhere in a line as a command
	_, err := p.file.WriteString(command.ReplaceAllString(visible.JSON(doc), `#\u0023$1`))
	return err
}

// Write implements io.Writer. It is used for help texts.
func (p *printer) Write(b []byte) (int, error) {
	var out strings.Builder
	for line := range strings.Lines(visible.Lines(string(b))) {
		out.WriteString(p.uncommand(line))
		p.bol = strings.HasSuffix(line, "\n") || p.bol && strings.TrimSpace(line) == ""
	}
	if _, err := p.file.WriteString(out.String()); err != nil {
		return 0, err
	}
	return len(b), nil
}

// uncommand changes a line so that CI runners do not execute it as a workflow command. Commands of
// GitHub begin with "::". Other runners' commands contain "##[", "##vso[" or "##teamcity[".
func (p *printer) uncommand(line string) string {
	if rest := strings.TrimLeft(line, " \t"); p.bol && strings.HasPrefix(rest, ":") {
		line = strings.Replace(line, ":", `\x3a`, 1)
	}
	return command.ReplaceAllString(line, `#\x23$1`)
}

// command matches the beginning of a command that some CI runners accept anywhere in a line.
var command = regexp.MustCompile(`##([A-Za-z\[])`)

// logFlags holds the flags that configure the log.
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

// tell prints a message for the operator, or logs it if the log format is JSON.
func (f *logFlags) tell(s *streams, log *slog.Logger, format string, args ...any) {
	if f.json() {
		log.Info(fmt.Sprintf(format, args...))
		return
	}
	s.out.Printf(format+"\n", args...)
}

// ended logs err and replaces it by an exit status if the log format is JSON; otherwise it returns
// err for the caller to print.
func (f *logFlags) ended(log *slog.Logger, err error) error {
	if err == nil || !f.json() {
		return err
	}
	log.Error("the server has ended", "error", err)
	return exitError(exitRefused)
}

// jsonLines is an io.Writer that passes lines of JSON to a printer, which does not escape them for
// the terminal.
type jsonLines struct{ p *printer }

func (w jsonLines) Write(line []byte) (int, error) {
	if err := w.p.writeJSON(string(line)); err != nil {
		return 0, err
	}
	return len(line), nil
}

package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/clawatlas/clawatlas/results/must"
)

// What strangers send stays one line of JSON, in which nothing acts.
func TestLogHostile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	f := must.Get(os.Create(path))(t)
	defer f.Close()
	flags := &logFlags{LogFormat: "json"}
	log := flags.logger(newPrinter(f))
	hostile := "a\nb\x1b[31m ##[error]x \u202e \"\\ \x00\u2028"
	log.Info("request", "path", hostile)
	if err := flags.ended(log, errors.New(hostile)); !errors.Is(err, exitError(exitRefused)) {
		t.Errorf("ended with %v", err)
	}
	data := must.Get(os.ReadFile(path))(t)
	if text := string(data); strings.ContainsAny(text, "\x1b\u202e\u2028\x00") || strings.Contains(text, "##[") || strings.Count(text, "\n") != 2 {
		t.Errorf("logged %q", text)
	}
	for line := range strings.Lines(string(data)) {
		var doc struct{ Path, Error string }
		if err := json.Unmarshal([]byte(line), &doc); err != nil || doc.Path+doc.Error != hostile {
			t.Errorf("%v: %q", err, line)
		}
	}
}

// jsonlines FILE N wants every line of a file to be an object with time, level
// and msg, and N of them at least.
func jsonLinesOf(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: jsonlines file messages")
	}
	var messages []string
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var doc struct{ Time, Level, Msg string }
		if err := json.Unmarshal([]byte(line), &doc); err != nil || doc.Time == "" || doc.Level == "" {
			ts.Fatalf("%v: %s", err, line)
		}
		messages = append(messages, doc.Msg)
	}
	if got := strings.Join(messages, "|"); !strings.Contains(got, args[1]) {
		ts.Fatalf("messages %s, want %s", got, args[1])
	}
}

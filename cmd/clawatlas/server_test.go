package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// TestServers runs the commands with databases on a server that is started for it.
func TestServers(t *testing.T) {
	storetest.Wanted(t)
	s := &servers{main: storetest.StartServer(t)}
	s.replica = s.main.Replica(t)
	s.database = s.main.Create(t, "")
	s.blobs = filepath.Join(t.TempDir(), "bodies")
	s.wants(t, 0, "", "ingest", "--example")
	t.Run("commands", s.commands)
	t.Run("guide", s.guide)
	t.Run("bad input", s.badInput)
	t.Run("copies", s.copies)
	t.Run("bucket", s.bucket)
	t.Run("outages", s.outages)
	t.Run("made once", s.madeOnce)
	t.Run("workers", s.workers)
}

type servers struct {
	main, replica *storetest.Server
	database      string // that the tests begin with
	blobs         string
}

const secret = "hunter2"

// address is that of a database as its operator would give it, with a password.
func address(s *storetest.Server, database string) string {
	return strings.Replace(s.Address(database), "@", ":"+secret+"@", 1)
}

// flags name the database.
func (s *servers) flags() []string {
	return []string{"--store", address(s.main, s.database), "--blobs", s.blobs}
}

// wants runs a command with the database and compares how it ends and what it says.
func (s *servers) wants(t *testing.T, code int, says string, args ...string) string {
	t.Helper()
	return wants(t, code, says, append(args, s.flags()...)...)
}

// wants runs the program with little first data, and returns what it has said.
func wants(t *testing.T, code int, says string, args ...string) string {
	t.Helper()
	cmd := exec.Command("clawatlas-small", args...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if cmd.ProcessState.ExitCode() != code || !regexp.MustCompile(says).Match(out) || strings.Contains(string(out), secret) || strings.Contains(string(out), storetest.GatewaySecret) {
		t.Errorf("%q ends with %d, want %d, and says, not %q:\n%s", args, cmd.ProcessState.ExitCode(), code, says, tail(string(out)))
	}
	return string(out)
}

var runSlug = regexp.MustCompile(`(?m)^clawatlas-example-skimmer-\S+`)

// Every command does with a database on a server what it does with a file, or says why
// it does not.
func (s *servers) commands(t *testing.T) {
	dir := t.TempDir()
	run := runSlug.FindString(s.wants(t, 0, `(?m)^4 runs$`, "list"))
	records := exampleDir(t)
	s.wants(t, 0, `skimmer-\S+ \(unchanged\)`, "ingest", records)
	s.wants(t, 0, `^postgres://127.0.0.1:\d+/\w+: the traces and raw records of 4 runs read, 0 faults\n$`, "check")
	s.wants(t, 0, "up to date", "migrate")
	s.wants(t, 0, "hid "+run, "hide", run)
	s.wants(t, 0, `(?m)^1 run$`, "list", "--state", "hidden")
	s.wants(t, 0, "showed "+run, "hide", "--undo", run)
	s.wants(t, 1, "not found", "remove", "no-such-run")
	s.wants(t, 0, "4 runs, .* trials", "export", "--parquet", filepath.Join(dir, "parquet"))
	s.wants(t, 0, `(?m)^\d+ files in `, "export", filepath.Join(dir, "site"))
	s.wants(t, 1, "pg_dump", "backup", filepath.Join(dir, "x.db"))
	s.wants(t, 1, "on a server", "backup", "--public", filepath.Join(dir, "x.db"))
	s.wants(t, 1, "on a server", "backup", "--public", "--downloads", filepath.Join(dir, "offer"), filepath.Join(dir, "x.db"))
	if list, err := filepath.Glob(filepath.Join(dir, "*x.db*")); err != nil || len(list) > 0 {
		t.Errorf("refused copies left %v, %v", list, err)
	}
	s.wants(t, 0, "withdrew "+run, "withdraw", "--reason", "It was not what it seemed.", run)
	s.wants(t, 1, "withdrawn", "ingest", records)
	s.wants(t, 0, "removed "+run, "remove", run)
	s.wants(t, 0, `(?m)^3 runs$`, "list")
	s.wants(t, 0, run, "ingest", records)
	s.wants(t, 0, `(?m)^4 runs$`, "list")
}

// exampleDir is a directory with the records of the example.
func exampleDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "example")
	must.Do(t, os.CopyFS(dir, exampleRuns(t, "skimmer", "thorough", "never", "selects")))
	return dir
}

// What cannot be opened, read or written is said in a sentence without a password, and
// the command fails.
func (s *servers) badInput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	away := "postgres://u:" + secret + "@127.0.0.1:1/x?sslmode=disable"
	foreign, newer, older, frozen, blank := s.main.Create(t, ""), s.main.Create(t, s.database), s.main.Create(t, s.database), s.main.Create(t, s.database), s.main.Create(t, "")
	s.main.Do(t, foreign, "CREATE SCHEMA main")
	s.main.Do(t, newer, "UPDATE main.schema_version SET version = 999")
	s.main.Do(t, older, "UPDATE main.schema_version SET version = version - 1")
	s.main.Do(t, frozen, "ALTER DATABASE "+frozen+" SET default_transaction_read_only = on")
	s.main.Do(t, s.database, "CREATE ROLE guest LOGIN")
	run := runSlug.FindString(s.wants(t, 0, "", "list"))
	guest := strings.Replace(address(s.main, s.database), "claw:", "guest:", 1)
	at := func(database string) string { return address(s.main, database) }
	for _, tt := range []struct {
		name, says string
		code       int
		args       []string
	}{
		{"no address", "--store is not a URL", 2, []string{"list", "--blobs", s.blobs, "--store", "atlas.db:" + secret}},
		{"two databases", "are both set", 2, []string{"list", "--blobs", s.blobs, "--db", "x.db", "--store", away}},
		{"bodies of a file", "require --store", 2, []string{"list", "--blobs", s.blobs}},
		{"a replica without an address", "--read-store is not a URL", 2, []string{"serve", "--store", away, "--blobs", s.blobs, "--read-store", secret}},
		{"no bodies", "--store requires --blobs", 2, []string{"list", "--store", away}},
		{"nobody there, to list", `does not respond \(nothing answers at .*\)\n$`, 1, []string{"list", "--store", away, "--blobs", s.blobs}},
		{"nobody there, to ingest", "nothing answers at", 1, []string{"ingest", "--example", "--store", away, "--blobs", s.blobs}},
		{"nobody there, to serve", "nothing answers at", 1, []string{"serve", "--store", away, "--blobs", s.blobs}},
		{"an empty database, to migrate", "not found", 1, []string{"migrate", "--store", at(blank), "--blobs", s.blobs}},
		{"another application's", "another application", 1, []string{"ingest", "--example", "--store", at(foreign), "--blobs", s.blobs}},
		{"a newer one, to ingest", "newer version of clawatlas", 1, []string{"ingest", "--example", "--store", at(newer), "--blobs", s.blobs}},
		{"an older one, to serve", "is older than", 1, []string{"serve", "--store", at(older), "--blobs", s.blobs}},
		{"one that can only be read, to hide", "cannot be written", 1, []string{"hide", run, "--store", at(frozen), "--blobs", s.blobs}},
		{"one that can only be read, to list", "4 runs", 0, []string{"list", "--store", at(frozen), "--blobs", s.blobs}},
		{"a replica, to ingest", "cannot be written", 1, []string{"ingest", "--example", "--store", address(s.replica, s.database), "--blobs", s.blobs}},
		{"a replica, to list", "4 runs", 0, []string{"list", "--store", address(s.replica, s.database), "--blobs", s.blobs}},
		{"no rights", "permission denied", 1, []string{"list", "--store", guest, "--blobs", s.blobs}},
		{"no directory of bodies", "not found", 1, []string{"list", "--store", at(s.database), "--blobs", filepath.Join(t.TempDir(), "none")}},
		{"a file in its place", "directory", 1, []string{"list", "--store", at(s.database), "--blobs", file}},
		{"no bucket", "names no bucket", 1, []string{"list", "--store", at(s.database), "--blobs", "s3://"}},
		{"a secret in the address of a bucket", "must not contain credentials", 1, []string{"list", "--store", at(s.database), "--blobs", "s3://u:" + secret + "@h/x"}},
	} {
		t.Run(tt.name, func(t *testing.T) { wants(t, tt.code, tt.says, tt.args...) })
	}
}

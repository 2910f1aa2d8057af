// Package storetest provides tests with a PostgreSQL server, an object store, and dumps of
// databases as text.
package storetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// Wanted skips t unless CLAWATLAS_SCALE requests tests that start servers. If it does, tests fail
// if the programs are not installed.
func Wanted(t testing.TB) {
	t.Helper()
	if os.Getenv("CLAWATLAS_SCALE") == "" {
		t.Skip("starts servers: make servers")
	}
}

// Server is a temporary PostgreSQL server for tests. Its superuser "claw" has no password.
type Server struct {
	bin, dir string
	data     string // path of the data directory in dir
	owner    *syscall.Credential
	port     int
	n        atomic.Int64
}

// StartServer starts a server that runs until t ends.
func StartServer(t testing.TB) *Server {
	t.Helper()
	// PostgreSQL refuses to run as root. Run it as the user of the installed package, who needs
	// access to the directory.
	dir, err := os.MkdirTemp("", "clawatlas-pg-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &Server{bin: programs(t), dir: dir, data: "data", owner: owner(t, dir)}
	s.run(t, "initdb", "-D", s.in("data"), "-U", "claw", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
	s.begin(t, "listen_addresses='127.0.0.1'", "unix_socket_directories='"+dir+"'", "fsync=off", "synchronous_commit=off",
		"full_page_writes=off", "shared_buffers='64MB'", "max_connections=200", "log_min_messages=warning")
	return s
}

// Replica starts a read-only replica of the server, which runs until t ends.
func (s *Server) Replica(t testing.TB) *Server {
	t.Helper()
	r := &Server{bin: s.bin, dir: s.dir, data: "replica", owner: s.owner}
	s.run(t, "pg_basebackup", "-h", s.dir, "-p", strconv.Itoa(s.port), "-U", "claw", "-D", r.in(r.data), "-R", "--checkpoint=fast",
		"--wal-method=stream", "--no-sync")
	r.begin(t)
	return r
}

// begin starts a server with a new data directory and the given settings.
func (s *Server) begin(t testing.TB, settings ...string) {
	t.Helper()
	s.port = resultstest.FreePort(t)
	conf, err := os.OpenFile(s.in(s.data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = fmt.Fprintf(conf, "%s\nport=%d\n", strings.Join(settings, "\n"), s.port)
		conf.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	s.Resume(t)
	t.Cleanup(func() { s.Stop(t) })
}

// Stop stops the server immediately, as in a crash. It does nothing if the server is not running.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if _, err := os.Stat(s.in(s.data, "postmaster.pid")); err == nil {
		s.run(t, "pg_ctl", "-D", s.in(s.data), "-m", "immediate", "-w", "stop")
	}
}

// Resume starts the server again at the same address.
func (s *Server) Resume(t testing.TB) {
	t.Helper()
	s.run(t, "pg_ctl", "-D", s.in(s.data), "-l", s.in(s.data+".log"), "-w", "-t", "30", "start")
}

// Create creates a database and returns its name. The database is a copy of the database from, or
// empty if from is empty.
func (s *Server) Create(t testing.TB, from string) string {
	t.Helper()
	name := fmt.Sprintf("t%d", s.n.Add(1))
	if from != "" {
		from = " TEMPLATE " + from
	}
	s.Do(t, "postgres", "CREATE DATABASE "+name+from)
	return name
}

// Do executes a statement in a database.
func (s *Server) Do(t testing.TB, database, statement string) {
	t.Helper()
	s.run(t, "psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", s.dir, "-p", strconv.Itoa(s.port), "-U", "claw", "-d", database, "-c", statement)
}

// Address returns the URL of a database on the server.
func (s *Server) Address(database string) string {
	return fmt.Sprintf("postgres://claw@127.0.0.1:%d/%s?sslmode=disable", s.port, database)
}

// in returns a path in the server's directory.
func (s *Server) in(names ...string) string { return filepath.Join(s.dir, filepath.Join(names...)) }

// run runs a program of PostgreSQL as the server's user.
func (s *Server) run(t testing.TB, name string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	cmd.Env = []string{"PATH=" + s.bin + ":/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=" + s.dir}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.owner}
	log, err := os.CreateTemp(s.dir, name+"-*.out")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log // a pipe would stay open as long as the server runs
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(log.Name())
		more, _ := os.ReadFile(s.in(s.data + ".log"))
		t.Fatalf("%s: %v\n%s%s", name, err, said, more)
	}
}

// programs returns the directory with the programs of the newest installed PostgreSQL.
func programs(t testing.TB) string {
	t.Helper()
	list, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if found, err := exec.LookPath("initdb"); err == nil {
		list = append(list, found)
	}
	if len(list) == 0 {
		t.Fatal("PostgreSQL is not installed (Debian: apt-get install postgresql)")
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	return filepath.Dir(slices.MaxFunc(list, func(a, b string) int { return version(a) - version(b) }))
}

// owner returns the credentials of the user who runs the server, and makes that user the owner of
// the directory.
func owner(t testing.TB, dir string) *syscall.Credential {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		t.Fatalf("PostgreSQL does not run as root, and there is no user for it: %v", err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

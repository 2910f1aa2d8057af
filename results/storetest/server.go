// Package storetest gives tests a PostgreSQL server, a store of objects, and the content of a database as text.
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

// Wanted skips t unless CLAWATLAS_SCALE asks for tests that start servers. Without the programs they then fail.
func Wanted(t testing.TB) {
	t.Helper()
	if os.Getenv("CLAWATLAS_SCALE") == "" {
		t.Skip("starts servers: make servers")
	}
}

// Server is a temporary PostgreSQL server. Its owner is "claw", without a password.
type Server struct {
	bin, dir string
	data     string // directory in dir
	owner    *syscall.Credential
	port     int
	n        atomic.Int64
}

// StartServer starts a server that ends with t.
func StartServer(t testing.TB) *Server {
	t.Helper()
	// The server refuses to run as root, so it runs as its package's user, who must reach the directory.
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

// Replica starts a replica, which follows by itself and can only be read. It ends with t.
func (s *Server) Replica(t testing.TB) *Server {
	t.Helper()
	r := &Server{bin: s.bin, dir: s.dir, data: "replica", owner: s.owner}
	s.run(t, "pg_basebackup", "-h", s.dir, "-p", strconv.Itoa(s.port), "-U", "claw", "-D", r.in(r.data), "-R", "--checkpoint=fast",
		"--wal-method=stream", "--no-sync")
	r.begin(t)
	return r
}

// begin starts a new server with settings.
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

// Stop ends the server at once, as if it had crashed. One that does not run stays so.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if _, err := os.Stat(s.in(s.data, "postmaster.pid")); err == nil {
		s.run(t, "pg_ctl", "-D", s.in(s.data), "-m", "immediate", "-w", "stop")
	}
}

// Resume starts the server again, at the same address.
func (s *Server) Resume(t testing.TB) {
	t.Helper()
	s.run(t, "pg_ctl", "-D", s.in(s.data), "-l", s.in(s.data+".log"), "-w", "-t", "30", "start")
}

// Create makes a database, empty or a copy of another one, and returns its name.
func (s *Server) Create(t testing.TB, from string) string {
	t.Helper()
	name := fmt.Sprintf("t%d", s.n.Add(1))
	if from != "" {
		from = " TEMPLATE " + from
	}
	s.Do(t, "postgres", "CREATE DATABASE "+name+from)
	return name
}

// Do runs a statement in a database.
func (s *Server) Do(t testing.TB, database, statement string) {
	t.Helper()
	s.run(t, "psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", s.dir, "-p", strconv.Itoa(s.port), "-U", "claw", "-d", database, "-c", statement)
}

// Address is that of a database of the server.
func (s *Server) Address(database string) string {
	return fmt.Sprintf("postgres://claw@127.0.0.1:%d/%s?sslmode=disable", s.port, database)
}

// in is a path in the directory of the server.
func (s *Server) in(names ...string) string { return filepath.Join(s.dir, filepath.Join(names...)) }

// run runs a program of the server as its owner.
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
	cmd.Stdout, cmd.Stderr = log, log // a pipe would stay open as long as the server
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(log.Name())
		more, _ := os.ReadFile(s.in(s.data + ".log"))
		t.Fatalf("%s: %v\n%s%s", name, err, said, more)
	}
}

// programs is the directory of the newest PostgreSQL.
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

// owner is who runs the server, and gets the directory.
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

// Package pgtest starts a temporary PostgreSQL server for tests.
package pgtest

import (
	"bytes"
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

// Asked is the variable of the environment that asks for tests that start servers.
const Asked = "CLAWATLAS_SCALE"

// Wanted skips t unless somebody asks for it. Without the programs it then fails.
func Wanted(t testing.TB) {
	t.Helper()
	if os.Getenv(Asked) == "" {
		t.Skip("starts PostgreSQL: make servers")
	}
}

// Server is a server that was started, and may have been stopped since.
type Server struct {
	bin, dir string
	data     string // below dir
	owner    *syscall.Credential
	port     int
	n        atomic.Int64
}

// superuser is who the server belongs to, and may do everything in it.
const superuser = "claw"

// Start starts a server that ends with t.
func Start(t testing.TB) *Server {
	t.Helper()
	// The server refuses to run as root, so it runs as its package's user, who must reach the directory.
	dir, err := os.MkdirTemp("", "clawatlas-pg-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &Server{bin: programs(t), dir: dir, data: "data", owner: owner(t, dir), port: resultstest.FreePort(t)}
	s.run(t, "initdb", "-D", s.in("data"), "-U", superuser, "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
	s.set(t, "port="+strconv.Itoa(s.port), "listen_addresses='127.0.0.1'", "unix_socket_directories='"+dir+"'",
		"fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers='64MB'", "max_connections=200", "log_min_messages=warning")
	s.Resume(t)
	t.Cleanup(func() { s.Stop(t) })
	return s
}

// Replica starts a replica, which follows by itself and can only be read. It ends with t.
func (s *Server) Replica(t testing.TB) *Server {
	t.Helper()
	r := &Server{bin: s.bin, dir: s.dir, data: "replica", owner: s.owner, port: resultstest.FreePort(t)}
	s.run(t, "pg_basebackup", "-h", s.dir, "-p", strconv.Itoa(s.port), "-U", superuser, "-D", r.in(r.data), "-R", "--checkpoint=fast",
		"--wal-method=stream", "--no-sync")
	r.set(t, "port="+strconv.Itoa(r.port))
	r.Resume(t)
	t.Cleanup(func() { r.Stop(t) })
	return r
}

// Stop ends the server at once, as if it had crashed. One that does not run stays so.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if _, err := os.Stat(s.in(s.data, "postmaster.pid")); err == nil {
		s.run(t, "pg_ctl", "-D", s.in(s.data), "-m", "immediate", "-w", "stop")
	}
}

// Kill ends all processes of the server at once, so that none can clean up.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	text, err := os.ReadFile(s.in(s.data, "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pids := append([]string{first}, children(first)...)
	for _, pid := range pids { // the first one makes no new ones
		if n, err := strconv.Atoi(pid); err == nil {
			_ = syscall.Kill(n, syscall.SIGKILL) // one may have ended by itself
		}
	}
	for range 1000 {
		if !slices.ContainsFunc(pids, runs) {
			// Where nobody collects dead processes the number in it seems to be that of one.
			for _, name := range []string{s.in(s.data, "postmaster.pid"), s.in(".s.PGSQL." + strconv.Itoa(s.port) + ".lock")} {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("processes of the server have not ended")
}

// children are the processes that a process has started and that run.
func children(of string) (pids []string) {
	list, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range list {
		if f := stat(name); len(f) > 1 && f[1] == of && f[0] != "Z" {
			pids = append(pids, filepath.Base(filepath.Dir(name)))
		}
	}
	return pids
}

func runs(pid string) bool {
	f := stat("/proc/" + pid + "/stat")
	return len(f) > 0 && f[0] != "Z"
}

func stat(name string) []string {
	data, _ := os.ReadFile(name)
	return strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
}

// Resume starts the server again, at the same address.
func (s *Server) Resume(t testing.TB) {
	t.Helper()
	s.run(t, "pg_ctl", "-D", s.in(s.data), "-l", s.in(s.data+".log"), "-w", "-t", "30", "start")
}

// Create makes an empty database and returns its name.
func (s *Server) Create(t testing.TB) string {
	t.Helper()
	name := s.Name()
	s.Do(t, "postgres", "CREATE DATABASE "+name)
	return name
}

// Do runs a statement in a database.
func (s *Server) Do(t testing.TB, database, statement string) {
	t.Helper()
	s.run(t, "psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", s.dir, "-p", strconv.Itoa(s.port), "-U", superuser, "-d", database, "-c", statement)
}

// in is a path in the directory of the server.
func (s *Server) in(names ...string) string {
	return filepath.Join(append([]string{s.dir}, names...)...)
}

// set adds settings, which count from the next start on.
func (s *Server) set(t testing.TB, settings ...string) {
	t.Helper()
	conf, err := os.OpenFile(s.in(s.data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = fmt.Fprintln(conf, strings.Join(settings, "\n"))
		conf.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

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

// Address is that of a database of the server.
func (s *Server) Address(database string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", superuser, s.port, database)
}

// Name is a name that no database of the server has yet.
func (s *Server) Name() string { return fmt.Sprintf("t%d", s.n.Add(1)) }

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

package resultstest

import (
	"net"
	"testing"
)

// FreePort is a port of 127.0.0.1 that nobody listens at.
func FreePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"

	"github.com/pelletier/go-toml/v2"
)

// plain returns the message of an error on one line, with sentences in place of what Go says about
// system calls.
func plain(err error) string {
	text := err.Error()
	for left := []error{err}; len(left) > 0; left = left[1:] {
		if said := sentence(left[0]); said != "" {
			text = strings.ReplaceAll(text, left[0].Error(), said)
			continue
		}
		switch e := left[0].(type) {
		case interface{ Unwrap() error }:
			if e.Unwrap() != nil {
				left = append(left, e.Unwrap())
			}
		case interface{ Unwrap() []error }:
			left = append(left, e.Unwrap()...)
		}
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "; ")
}

// sentence says what a system call or the TOML parser reports; "" for other errors.
func sentence(err error) string {
	switch e := err.(type) {
	case *fs.PathError:
		return fault(e.Path, e.Err)
	case *os.LinkError:
		return fault(e.New, e.Err)
	case *url.Error:
		return plain(e.Err)
	case *net.OpError:
		var dns *net.DNSError
		if errors.As(e, &dns) || e.Addr == nil {
			return plain(e.Err)
		}
		return fault(e.Addr.String(), e.Err)
	case *net.DNSError:
		return fmt.Sprintf("the host %s is not known", e.Name)
	case *toml.DecodeError:
		return strings.TrimPrefix(e.Error(), "toml: ")
	}
	return ""
}

// errnos are sentences about a file or an address.
var errnos = map[syscall.Errno]string{
	syscall.ENOENT: "there is no file or folder %s", syscall.ENOTDIR: "%s is not a folder", syscall.EISDIR: "%s is a folder",
	syscall.EEXIST: "%s already exists", syscall.EACCES: "no permission for %s", syscall.EPERM: "no permission for %s",
	syscall.ENOSPC: "the disk of %s is full", syscall.EROFS: "the disk of %s is read-only", syscall.ENAMETOOLONG: "the name %s is too long",
	syscall.ECONNREFUSED: "nothing answers at %s", syscall.EADDRINUSE: "%s is already in use", syscall.EADDRNOTAVAIL: "this machine has no address %s",
}

func fault(of string, err error) string {
	var no syscall.Errno
	if errors.As(err, &no) && errnos[no] != "" {
		return fmt.Sprintf(errnos[no], of)
	}
	return of + ": " + plain(err)
}

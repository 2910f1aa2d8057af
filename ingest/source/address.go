package source

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strings"
)

// address identifies a repository on a server and a branch, tag or commit in it.
type address struct {
	fetch      string // URL that git fetches from
	repository string // URL for display and comparison, without credentials
	scheme     string
	ref        string // branch, tag or full commit hash; HEAD if not given
}

var fullCommit = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

// refName matches branch and tag names that are safe as arguments. It excludes anything that git
// could interpret as an option, a range or a pattern.
var refName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/+-]{0,254}$`)

// IsAddress reports whether a path is the URL of a repository.
func IsAddress(path string) bool {
	scheme, _, ok := strings.Cut(path, "://")
	return ok && scheme != "" && !strings.ContainsAny(scheme, `/\`)
}

// parseAddress parses https://HOST/OWNER/REPO[@REF]. It accepts http:// only for a server on this
// machine.
func parseAddress(s string) (a address, err error) {
	refuse := func(format string, args ...any) (address, error) {
		return address{}, fmt.Errorf("open repository: %s", fmt.Sprintf(format, args...))
	}
	u, err := url.Parse(s)
	if err != nil {
		return refuse("the URL is invalid: %v", errors.Unwrap(err))
	}
	if u.User != nil {
		return refuse("the URL must not contain a user or password, because other users can see command lines; " +
			"clone it yourself and pass the directory")
	}
	at, ref, named := strings.Cut(u.Path, "@")
	switch {
	case u.Scheme != "https" && u.Scheme != "http":
		return refuse("the URL must begin with https://, not %s://", u.Scheme)
	case u.Scheme == "http" && !loopback(u.Hostname()):
		return refuse("http:// is allowed only for this machine; use https://")
	case u.Hostname() == "" || strings.HasPrefix(u.Host, "-"):
		return refuse("the URL contains no host")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return refuse("the URL of a repository must not contain ? or #")
	case strings.Trim(at, "/") == "" || strings.Contains(at, "..") ||
		strings.ContainsFunc(at, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' }):
		return refuse("the URL does not name a repository")
	case named && (!refName.MatchString(ref) || strings.Contains(ref, "..") || strings.HasSuffix(ref, "/") || strings.HasSuffix(ref, ".lock")):
		return refuse("%q is not a valid name of a branch or tag or a commit hash", ref)
	}
	if !named {
		ref = "HEAD"
	}
	a = address{scheme: u.Scheme, ref: ref}
	bare := url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host), Path: strings.TrimRight(at, "/")}
	a.fetch = bare.String()
	bare.Path = strings.TrimSuffix(bare.Path, ".git")
	a.repository = bare.String()
	return a, nil
}

// WithoutSecret removes the user name and password from a URL. It returns other paths unchanged.
func WithoutSecret(path string) string {
	scheme, rest, ok := strings.Cut(path, "://")
	if !ok {
		return path
	}
	host, tail, _ := strings.Cut(rest, "/")
	if at := strings.LastIndex(host, "@"); at >= 0 {
		host = host[at+1:]
	}
	return strings.TrimSuffix(scheme+"://"+host+"/"+tail, "/")
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

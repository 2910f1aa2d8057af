package redact

import (
	"bytes"
	"strings"
)

// command is a program that takes a secret as an argument which does not say
// that it is one.
type command struct {
	program string
	flags   []string
	takes   argument
}

type argument int

const (
	takesNext     argument = iota // -a SECRET
	takesGlued                    // -pSECRET
	takesEither                   // both
	takesUser                     // -u name:SECRET
	takesPercent                  // -U name%SECRET
	takesPassArg                  // -passin pass:SECRET
	takesThird                    // htpasswd -b FILE NAME SECRET
	commandMax    = 600           // bytes of a command that are looked at
	argumentLeast = 3
)

func commands() []command {
	return []command{
		{"curl", []string{"-u", "--user", "-U", "--proxy-user"}, takesUser},
		{"curl", []string{"-b", "--cookie"}, takesNext},
		{"http", []string{"-a", "--auth"}, takesUser},
		{"https", []string{"-a", "--auth"}, takesUser},
		{"lftp", []string{"-u", "--user"}, takesUser},
		{"mysql", []string{"-p"}, takesGlued},
		{"mysqldump", []string{"-p"}, takesGlued},
		{"mysqladmin", []string{"-p"}, takesGlued},
		{"mysqlimport", []string{"-p"}, takesGlued},
		{"mariadb", []string{"-p"}, takesGlued},
		{"sshpass", []string{"-p"}, takesEither},
		{"redis-cli", []string{"-a", "--pass"}, takesNext},
		{"mongo", []string{"-p"}, takesEither},
		{"mongosh", []string{"-p"}, takesEither},
		{"mongodump", []string{"-p"}, takesEither},
		{"mongorestore", []string{"-p"}, takesEither},
		{"sqlcmd", []string{"-P"}, takesEither},
		{"bcp", []string{"-P"}, takesEither},
		{"isql", []string{"-P"}, takesEither},
		{"docker", []string{"-p"}, takesNext},
		{"podman", []string{"-p"}, takesNext},
		{"skopeo", []string{"--creds", "--src-creds", "--dest-creds"}, takesUser},
		{"helm", []string{"-p"}, takesNext},
		{"az", []string{"-p"}, takesNext},
		{"cf", []string{"-p"}, takesNext},
		{"oc", []string{"-p"}, takesNext},
		{"ldapsearch", []string{"-w"}, takesEither},
		{"ldapadd", []string{"-w"}, takesEither},
		{"ldapmodify", []string{"-w"}, takesEither},
		{"ldapwhoami", []string{"-w"}, takesEither},
		{"ldapdelete", []string{"-w"}, takesEither},
		{"cypher-shell", []string{"-p"}, takesNext},
		{"clickhouse-client", []string{"--password"}, takesNext},
		{"smbclient", []string{"-U", "--user"}, takesPercent},
		{"rpcclient", []string{"-U", "--user"}, takesPercent},
		{"crackmapexec", []string{"-p"}, takesNext},
		{"evil-winrm", []string{"-p"}, takesNext},
		{"xfreerdp", []string{"/p:"}, takesGlued},
		{"openssl", []string{"-passin", "-passout", "-pass"}, takesPassArg},
		{"openssl", []string{"-k"}, takesNext},
		{"zip", []string{"-P"}, takesNext},
		{"unzip", []string{"-P"}, takesNext},
		{"7z", []string{"-p"}, takesGlued},
		{"7za", []string{"-p"}, takesGlued},
		{"unrar", []string{"-p"}, takesGlued},
		{"htpasswd", []string{"-b", "-bc", "-cb", "-bB", "-Bb", "-bnB", "-nb", "-nbB", "-bn", "-Bbn", "-nBb"}, takesThird},
		{"keytool", []string{"-storepass", "-keypass", "-deststorepass", "-srcstorepass"}, takesNext},
		{"jarsigner", []string{"-storepass", "-keypass"}, takesNext},
		{"useradd", []string{"-p"}, takesNext},
		{"usermod", []string{"-p"}, takesNext},
		{"wget", []string{"--password", "--http-password", "--ftp-password", "--http-passwd"}, takesNext},
		{"ssh-keygen", []string{"-N", "-P"}, takesNext},
		{"ipmitool", []string{"-P"}, takesNext},
		{"snmpwalk", []string{"-A", "-X"}, takesNext},
		{"gpg", []string{"--passphrase"}, takesNext},
	}
}

// commandRule gathers the commands by program, because the scanner takes only
// one finder for the same text.
func commandRule() rule {
	r := rule{name: "command-line"}
	byName := map[string][]command{}
	var names []string
	for _, c := range commands() {
		if byName[c.program] == nil {
			names = append(names, c.program)
		}
		byName[c.program] = append(byName[c.program], c)
	}
	for _, name := range names {
		forms := byName[name]
		r.anchors = append(r.anchors, anchor{text: name + " ", find: func(b []byte, at, floor int) (span, bool) {
			return findInCommand(b, at, floor, forms)
		}})
	}
	r.anchors = append(r.anchors, anchor{text: "identified by ", fold: true, find: findIdentified("identified by ")}, anchor{text: "with password ", fold: true, find: findIdentified("with password ")},
		anchor{text: "chpasswd", find: findChpasswd}, anchor{text: "passwd --stdin", find: findChpasswd}, anchor{text: "--password-stdin", find: findChpasswd}, anchor{text: "sudo -S", find: findChpasswd},
		anchor{text: "_password by ", fold: true, find: findIdentified("_password by ")})
	return r
}

// findInCommand looks through the arguments of a command for a flag.
func findInCommand(b []byte, at, floor int, forms []command) (span, bool) {
	program := forms[0].program
	if at > floor && isBase64URL(b[at-1]) && !afterEscape(b, at, floor) {
		return span{}, false
	}
	args := arguments(b, at+len(program))
	for i, a := range args {
		text := string(b[a.start:a.end])
		for _, c := range forms {
			if needsLogin(c.program) && !isAmong(b, args[:i], "login") {
				continue
			}
			if got, ok := c.secret(b, args, i, text); ok {
				return got, true
			}
		}
	}
	return span{}, false
}

// secret reads the argument i, if it is one of the command's flags.
func (c command) secret(b []byte, args []span, i int, text string) (span, bool) {
	for _, flag := range c.flags {
		rest, ok := strings.CutPrefix(text, flag)
		if !ok {
			continue
		}
		value := args[i]
		value.start = value.end - len(rest)
		switch {
		case rest == "" && c.takes == takesGlued:
			continue
		case rest == "":
			next := i + 1
			if c.takes == takesThird {
				next = i + 3
				if strings.Contains(flag, "n") {
					next = i + 2
				}
			}
			if next >= len(args) {
				continue
			}
			value = args[next]
		case rest[0] == '=':
			value.start++
		case c.takes == takesNext || c.takes == takesThird || len(flag) > 2 && c.takes != takesGlued:
			continue
		}
		if got, ok := c.judge(b, value); ok {
			return got, true
		}
	}
	return span{}, false
}

func (c command) judge(b []byte, v span) (span, bool) {
	v = unquoted(b, v)
	text := b[v.start:v.end]
	cut := byte(0)
	switch c.takes {
	case takesUser:
		cut = ':'
	case takesPercent:
		cut = '%'
	case takesPassArg:
		if !bytes.HasPrefix(text, []byte("pass:")) {
			return span{}, false
		}
		cut = ':'
	}
	if cut != 0 {
		i := bytes.IndexByte(text, cut)
		if i < 0 {
			return span{}, false
		}
		v.start += i + 1
		text = text[i+1:]
		if len(text) == 0 && cut == ':' && looksRandom(b[v.start-i-1:v.start-1], credentialMin) { // curl -u KEY:
			return span{start: v.start - i - 1, end: v.start - 1}, true
		}
	}
	if len(text) < argumentLeast || text[0] == '-' || text[0] == '/' || isPlaceholder(text) {
		return span{}, false
	}
	if len(c.flags) == 2 && c.flags[0] == "-b" && bytes.IndexByte(text, '=') < 0 { // a file of cookies
		return span{}, false
	}
	return v, true
}

// needsLogin lists programs whose -p means something else but for login.
func needsLogin(program string) bool {
	switch program {
	case "docker", "podman", "helm", "az", "cf", "oc":
		return true
	}
	return false
}

func isAmong(b []byte, args []span, word string) bool {
	for _, a := range args {
		if string(b[a.start:a.end]) == word {
			return true
		}
	}
	return false
}

// unquoted takes the quote off the beginning, and what begins with the closing
// one off the end. Escapes end the value: it is looked at again without them.
func unquoted(b []byte, v span) span {
	_, _, from := quoteAt(b, v.start)
	v.start = min(from, v.end)
	if i := bytes.IndexAny(b[v.start:v.end], "\\\"'`"); i >= 0 {
		v.end = v.start + i
	}
	return v
}

// arguments splits the rest of a command at spaces outside of quotes. It ends
// at the end of the line, at a pipe or a further command, and at the end of a
// JSON string.
func arguments(b []byte, i int) []span {
	var args []span
	limit := min(len(b), i+commandMax)
	for i < limit {
		for i < limit && b[i] == ' ' {
			i++
		}
		end, ok := argumentEnd(b, i, limit)
		if end > i {
			args = append(args, span{start: i, end: end})
		}
		if !ok || len(args) > 60 {
			break
		}
		i = end
	}
	return args
}

func argumentEnd(b []byte, i, limit int) (end int, more bool) {
	quote := byte(0)
	for ; i < limit; i++ {
		c := b[i]
		switch {
		case c == '\\' && i+1 < limit && (b[i+1] == 'n' || b[i+1] == 'r'):
			return i, false
		case c < ' ', quote == 0 && (c == '|' || c == ';' || c == '>' || c == '<' || c == ')' || c == '`'):
			return i, false
		case quote == 0 && c == ' ':
			return i, true
		case c == '\'' || c == '"' && i > 0 && b[i-1] == '\\':
			if quote == 0 {
				quote = c
			} else if quote == c {
				quote = 0
			}
		case c == '"' && (quote == '"' || i > 0 && (b[i-1] == ' ' || b[i-1] == '=')):
			if quote = '"' - quote; quote != 0 && quote != '"' {
				quote = 0
			}
		case c == '"':
			return i, false
		}
	}
	return i, false
}

// findIdentified takes the password of SQL's statements about users.
func findIdentified(text string) finder {
	return func(b []byte, at, floor int) (span, bool) {
		quote, depth, start := quoteAt(b, spaces(b, at+len(text)))
		if quote == 0 {
			return span{}, false
		}
		end, ok := operand{start: start, quote: quote, depth: depth}.closing(b)
		return span{start: start, end: end}, ok && end-start >= argumentLeast && !isBetween(b[start:end]) && !isPlaceholder(b[start:end])
	}
}

// findChpasswd takes the password that is piped into chpasswd or passwd.
func findChpasswd(b []byte, at, floor int) (span, bool) {
	from := max(floor, at-160)
	echo := bytes.LastIndex(b[from:at], []byte("echo "))
	if echo < 0 || bytes.IndexByte(b[from+echo:at], '|') < 0 || bytes.IndexByte(b[from+echo:at], '\n') >= 0 {
		return span{}, false
	}
	args := arguments(b, from+echo+len("echo"))
	if len(args) == 0 {
		return span{}, false
	}
	v := unquoted(b, args[len(args)-1])
	if i := bytes.IndexByte(b[v.start:v.end], ':'); i >= 0 {
		v.start += i + 1
	}
	return v, v.end < at && v.end-v.start >= argumentLeast && !isPlaceholder(b[v.start:v.end])
}

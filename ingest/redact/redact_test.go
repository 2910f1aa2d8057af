package redact

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The keys here are put together at run time, so that no scanner of source
// code takes the test data for leaked keys.
const (
	body20 = "Zk3vQ9wL1xT7bN5mR2pY"
	body36 = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
	body35 = "SyD4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T"
	pem    = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
)

func TestHits(t *testing.T) {
	dash := "-----"
	tests := []struct{ name, in, want string }{
		{"linux home", `cd /home/jane.doe/work`, `cd /home/[user]/work`},
		{"mac home", `/Users/jdoe`, `/Users/[user]`},
		{"home after JSON newline", `"x\n/home/jane/a"`, `"x\n/home/[user]/a"`},
		{"home after colour", "\x1b[32m/home/jane/a", "\x1b[32m/home/[user]/a"},
		{"home after JSON colour", `\u001b[01;34m/home/jane/a`, `\u001b[01;34m/home/[user]/a`},
		{"file URL", `file:///home/jane/a`, `file:///home/[user]/a`},
		{"escaped slashes", `"\/home\/jane\/a"`, `"\/home\/[user]\/a"`},
		{"WSL", `/mnt/c/Users/jane/a`, `/mnt/c/Users/[user]/a`},
		{"git bash", `/c/Users/jane/a`, `/c/Users/[user]/a`},
		{"windows", `C:\Users\jane\a`, `C:\Users\[user]\a`},
		{"windows in JSON", `"C:\\Users\\jane\\a"`, `"C:\\Users\\[user]\\a"`},
		{"windows in JSON in JSON", `"{\"p\":\"C:\\\\Users\\\\jane\\\\a\"}"`, `"{\"p\":\"C:\\\\Users\\\\[user]\\\\a\"}"`},
		{"windows, two names", `"C:\\Users\\Jane Doe\\a"`, `"C:\\Users\\[user]\\a"`},
		{"windows, forward slashes", `C:/Users/jane/a`, `C:/Users/[user]/a`},
		{"include path", `gcc -I/home/jane/include`, `gcc -I/home/[user]/include`},
		{"end of a sentence", `see /home/jane.`, `see /home/[user].`},
		{"name in Chinese", `/home/李四/工作`, `/home/[user]/工作`},
		{"Chinese after a name", `/home/jane目录`, `/home/[user]目录`},
		{"escaped name", `"/home/\u674e\u56db/a"`, `"/home/[user]/a"`},
		{"agent's project folder", `/tmp/claude-501/-Users-jane-github-x`, `/tmp/claude-501/-Users-[user]-github-x`},
		{"openai", "use sk-" + body36 + ".", "use [redacted:openai-key]."},
		{"after JSON newline", `\nsk-` + body36, `\n[redacted:openai-key]`},
		{"after unicode escape", `\u003csk-` + body36, `\u003c[redacted:openai-key]`},
		{"after percent", `%22sk-` + body36, `%22[redacted:openai-key]`},
		{"github", "https://ghp_" + body36 + "@github.com", "https://[redacted:url-password]@github.com"},
		{"aws secret", "aws_secret_access_key = " + body36 + "/+Xy", "aws_secret_access_key = [redacted:assignment]"},
		{"pem", dash + "BEGIN RSA PRIVATE KEY" + dash + "\n" + pem + "\n" + dash + "END RSA PRIVATE KEY" + dash + "\nx", "[redacted:private-key]\nx"},
		{"pem in JSON", `"` + dash + "BEGIN PRIVATE KEY" + dash + `\n` + pem + `\n` + dash + "END PRIVATE KEY" + dash + `\n"`, `"[redacted:private-key]\n"`},
		{"pem cut off", `"` + dash + "BEGIN PRIVATE KEY" + dash + `\\n` + pem + `","b"`, `"[redacted:private-key]","b"`},
		{"bearer", `Authorization: Bearer ` + body20, `Authorization: Bearer [redacted:authorization]`},
		{"bearer in JSON", `{"authorization": "Bearer ` + body20 + `"}`, `{"authorization": "Bearer [redacted:authorization]"}`},
		{"bearer alone", `-H 'bearer ` + body20 + `'`, `-H 'bearer [redacted:authorization]'`},
		{"basic", `Authorization: Basic amFuZTpodW50ZXIy`, `Authorization: Basic [redacted:authorization]`},
		{"x-api-key", `x-api-key: ` + body20, `x-api-key: [redacted:assignment]`},
		{"shell", `export OPENAI_API_KEY=abcdef12 X=1`, `export OPENAI_API_KEY=[redacted:assignment] X=1`},
		{"shell after JSON newline", `"a\nDB_PASSWORD=hunter2\nb"`, `"a\nDB_PASSWORD=[redacted:assignment]\nb"`},
		{"shell quotes", `export NOTION_TOKEN='a b' K_TOKEN="abc$def"`, `export NOTION_TOKEN='a b' K_TOKEN="[redacted:assignment]"`},
		{"shell quotes in JSON", `"export A_TOKEN=\"abcdef\" b"`, `"export A_TOKEN=\"[redacted:assignment]\" b"`},
		{"JSON", `{"ANTHROPIC_API_KEY": "p@ss\"w,rd\\"}`, `{"ANTHROPIC_API_KEY": "[redacted:assignment]"}`},
		{"JSON in JSON", `"{\"A_API_KEY\": \"q\\\"w\\\\\", \"b\": 1}"`, `"{\"A_API_KEY\": \"[redacted:assignment]\", \"b\": 1}"`},
		{"lower case in JSON", `"api_key":"` + body20 + `"`, `"api_key":"[redacted:assignment]"`},
		{"camel case", `apiKey: '` + body20 + `'`, `apiKey: '[redacted:assignment]'`},
		{"query", `?access_token=` + body20 + `&x=1`, `?access_token=[redacted:assignment]&x=1`},
		{"option", `cli --token ` + body20 + ` run`, `cli --token [redacted:assignment] run`},
		{"python", `os.environ["API_KEY"] = "abc123def"`, `os.environ["API_KEY"] = "[redacted:assignment]"`},
		{"yaml", "API_KEY: abcd1234", "API_KEY: [redacted:assignment]"},
		{"password", `password="Tr0ub4dor&3xx"`, `password="[redacted:assignment]"`},
		{"url password", `postgres://app:s3cr3t!@db:5432/x`, `postgres://app:[redacted:url-password]@db:5432/x`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := New()
			if got := r.String(tt.in); got != tt.want {
				t.Fatalf("String(%q)\n got %q\nwant %q", tt.in, got, tt.want)
			}
			if len(r.Counts()) != 1 || slices.Max(slices.Collect(maps.Values(r.Counts()))) != 1 {
				t.Errorf("counts of %q = %v, want one hit", tt.in, r.Counts())
			}
			if again := r.String(tt.want); again != tt.want {
				t.Errorf("second pass changed %q to %q", tt.want, again)
			}
			if json.Valid([]byte(tt.in)) && !json.Valid([]byte(tt.want)) {
				t.Errorf("%q was JSON, %q is not", tt.in, tt.want)
			}
		})
	}
}

func TestKeeps(t *testing.T) {
	for _, in := range []string{
		"", "task-105", "risk-assessment-sk-learn-2024-pipeline-v2", "disk-1234567890abcdefgh12",
		"sk-learn-style-estimators-and-pipelines", "sk-your-key-here", "sk-...", "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
		"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "token 550e8400-e29b-41d4-a716-446655440000",
		`"token": "550e8400-e29b-41d4-a716-446655440000"`, `"sessionKey": "agent:main:subagent:550e8400-e29b-41d4-a716-446655440000"`,
		"OPENAI_API_KEY=${OPENAI_API_KEY}", "A_TOKEN=$TOKEN", "API_KEY=your-api-key", "API_KEY=", `"API_KEY": ""`,
		"PASSWORD=***", "PASSWORD=<redacted>", "API_KEY=None", `"API_KEY": null`, `"API_KEY": 1234567890123`,
		`"apiKey": "OPENAI_API_KEY"`, "API_KEY = os.environ['OPENAI_API_KEY']", "TOKEN=$(cat x)", "TOKEN=get_token2(abc)",
		"SECRET_KEY='test-secret-key'", "AUTH_PASSWORD_VALIDATORS=[1]", "MAX_TOKENS=40960", `"prompt_tokens": 12345678`,
		"PRIMARY_KEY=customer_id_2024", "EOS_TOKEN=endoftext2", "SSH_KEY_PATH=/root/.ssh/id_rsa", "INVALID_TOKEN: abcdefgh1",
		`["API_KEY=",123456789,"x"]`, `{"the API_KEY=":"value1234"}`, `print("API_KEY=", key1, "done")`,
		"Bearer token required", "Authorization: Bearer <access_token>", "Authorization: Bearer $TOKEN", "Authorization: Basic realm",
		`"password": "correct"`, `password: str`, `"password": true`, `password=password`, `"pin": 13`, "https://example.com/home/about", "the/home/page", "http://home/page",
		"/home/", "/home/$USER/x", "/home/<user>/x", "/home/*/x", "/home/index.html", "/Users/Shared/x", "/root/.openclaw/x",
		"--home-dir-path=x", "opt/homebrew/bin", "http://localhost:8080/a@b", "git@github.com:a/b", "ssh://git@github.com/a",
		"postgres://user:password@localhost", "https://user:${PASS}@host/x", "AKIAIOSFODNN7EXAMPLE",
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ/AKIAQWERTYUIOP234567/+eyJhbGciOi", "xoxb-your-token-goes-here", "eyJhbGciOiJIUzI1NiJ9",
		"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", "-----BEGIN CERTIFICATE-----\nMIID" + pem,
		"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
		`"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="`,
		"github.com/a/b v1.2.3 h1:Xf7r5t8mGhT9d0sQ2lV5nB3kY6cW1aE4uR7pJ0zL9xM=", `"id": "toolu_01A09q90qw90lq917835lq9"`, `"tool_call_id": "call_9pV2sQ8Kd7Lw3XbT5mR1nZ4c"`,
		`"id": "chatcmpl-9pV2sQ8Kd7Lw3XbT5mR1nZ4c0Y"`, `"id": "msg_01XFDUDYJgAACzvnptvVoYEL"`, `"id": "fc_68a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5"`, `"request_id": "req_011CSHoEeqs5C35K2UUqR7Fy"`,
		`"session_id": "550e8400-e29b-41d4-a716-446655440000"`, `"key": "9f86d081884c7d659a2feaa0c55ad015"`, "ETag: \"33a64df551425fcc55e4d42a148795d9f25f89d4\"", "fingerprint SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDgMJ6Kw9k3aCLx1sM",
		`"trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"`, "docker.io/library/x@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "cache-key-9f86d081884c7d659a2feaa0c55ad015",
		"token: string", "password: Optional[str] = None", "def login(user, password):", "SELECT password FROM users", "password_hash = hash(password)", "if password == stored:", "self.password = password",
		`"password": {"type": "string"}`, `<input type="password" name="password">`, "Password must have 8 characters", "the password is required", "tokens: 1234567", "max_tokens=4096", "if !s.ReadUint16LengthPrefixed(&x)", "_ZNSt10filesystem15last_write_timeERKNS_7__cxx114pathENSt6chrono10time_pointINS_12__file_clockENS2_8durationIlSt5ratioILl1ELl1000000000EEEEEE",
		"passphrase: &#x3C;string>", "Pass `undefined` as the resource", "private key is *ed25519.PrivateKey", "type PrivateKey = ed25519.PrivateKey", "sk-ecdsa-sha2-nistp256-cert-v01@openssh.com AAAA", "passwd:         compat\n", `"pass": true`, `"pass": "yes"`, "pass: 12/15", "pass=3", "pass@1=0.5", `"pass": 12345`, "pass: partially", "pass=100%", `"passed": 12`,
		"password: ${{ secrets.DB_PASSWORD }}", "password: <password>", "password: ***", `password: "{{ vault_password }}"`, "Set-Cookie header is missing", "Cookie: <cookie>", "curl -u $USER:$PASS https://x", "mysql -p shop", "docker run -p 8080:80 nginx", "tar -p x",
		"task-0123456789abcdef0123456789abcdef", "risk-a1b2c3d4e5f6a7b8c9d0", "c2NlbmFyaW8gb25lIGhhcyBubyBzZWNyZXQgaW4gaXQ=", "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
		"https://example.com/search?q=key&sort=asc&page=2", "git@github.com:org/repo.git", "user@example.com:8080/path", "12:AA:bb:cc 1234567890:AAshort", "hf_hub_download", "secret_santa", "ghp_short",
	} {
		r := New()
		b := []byte(in)
		got := r.Bytes(b)
		if string(got) != in || len(r.Counts()) != 0 {
			t.Errorf("Bytes(%q) = %q, counts %v, want it unchanged", in, got, r.Counts())
		}
		if len(b) > 0 && &got[0] != &b[0] {
			t.Errorf("Bytes(%q) copied an input without hits", in)
		}
	}
}

func TestRulesAreAllReached(t *testing.T) {
	if !slices.Contains(Rules(), "home") || len(slices.Compact(slices.Sorted(slices.Values(Rules())))) != len(Rules()) {
		t.Errorf("Rules() = %v, want distinct names", Rules())
	}
	for _, r := range rows().rules {
		for _, a := range r.anchors {
			if len(a.text) < 2 || a.fold && strings.ToLower(a.text) != a.text {
				t.Errorf("rule %s: anchor %q cannot be found", r.name, a.text)
			}
		}
	}
}

func TestCountsFromManyGoroutines(t *testing.T) {
	r := New()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				r.Bytes([]byte("/home/jane/x and /Users/joe, DB_PASSWORD=hunter2"))
			}
		})
	}
	wg.Wait()
	want := map[string]int{"home": 1600, "assignment": 800}
	if diff := cmp.Diff(want, r.Counts()); diff != "" {
		t.Errorf("counts differ (-want +got):\n%s", diff)
	}
	maps.Copy(r.Counts(), map[string]int{"home": 0})
	if !cmp.Equal(want, r.Counts()) {
		t.Error("Counts must be a copy")
	}
}

func TestInputIsNotWrittenTo(t *testing.T) {
	in := []byte(strings.Repeat("/home/jane/x ", 50))
	before := string(in)
	New().Bytes(in)
	if string(in) != before {
		t.Error("Bytes wrote to its input")
	}
}

package redact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEnvMap(t *testing.T) {
	tests := []struct {
		name, in, want string
		counts         map[string]int
	}{
		{"agent.env", `{ "agent":{"env" : {"KEY":"v", "N":1 ,"T":"${T}","E":"","D":"${D:-x}","B":true}}}`,
			`{ "agent":{"env" : {"KEY":"[redacted:env]", "N":1 ,"T":"${T}","E":"","D":"[redacted:env]","B":true}}}`, map[string]int{"env": 2}},
		{"nested env", `{"env":{"shellEnv":{"enabled":true,"x":"y"},"a":["b"]}}`,
			`{"env":{"shellEnv":{"enabled":true,"x":"[redacted:env]"},"a":["[redacted:env]"]}}`, map[string]int{"env": 2}},
		{"harbor environment", `{"environment":{"type":"docker","env":{"A":"x"},"kwargs":{}}}`,
			`{"environment":{"type":"docker","env":{"A":"[redacted:env]"},"kwargs":{}}}`, map[string]int{"env": 1}},
		{"compose map", `{"environment":{"DB_PW":"x","PORT":80}}`, `{"environment":{"DB_PW":"[redacted:env]","PORT":80}}`, map[string]int{"env": 1}},
		{"compose list", `{"environment":["DB_PW=x","PLAIN"]}`, `{"environment":["DB_PW=[redacted:env]","PLAIN"]}`, map[string]int{"env": 1}},
		{"docker inspect", `{"Env":["A=b=c"]}`, `{"Env":["A=[redacted:env]"]}`, map[string]int{"env": 1}},
		{"kubernetes", `{"env":[{"name":"A","value":"b"}]}`, `{"env":[{"name":"A","value":"[redacted:env]"}]}`, map[string]int{"env": 1}},
		{"env is a word", `{"env":"prod","environment":"tasks/x/Dockerfile"}`, `{"env":"prod","environment":"tasks/x/Dockerfile"}`, map[string]int{}},
		{"models.json", `{"providers":{"a":{"baseUrl":"https://x","apiKey":"k\"1"},"b":{"apiKey":"OPENAI_API_KEY"}}}`,
			`{"providers":{"a":{"baseUrl":"https://x","apiKey":"[redacted:config-secret]"},"b":{"apiKey":"OPENAI_API_KEY"}}}`, map[string]int{"config-secret": 1}},
		{"identity", `{"publicKeyPem":"p","privateKeyPem":"-----BEGIN"}`, `{"publicKeyPem":"p","privateKeyPem":"[redacted:config-secret]"}`, map[string]int{"config-secret": 1}},
		{"words named token", `{"token":"hello","key":"agent:main:550e8400-e29b-41d4-a716","tokens":{"token":"9f86d081884c7d659a2f"}}`,
			`{"token":"hello","key":"agent:main:550e8400-e29b-41d4-a716","tokens":{"token":"[redacted:config-secret]"}}`, map[string]int{"config-secret": 1}},
		{"escaped name", `{"\u0065nv":{"A":"x"}}`, `{"\u0065nv":{"A":"[redacted:env]"}}`, map[string]int{"env": 1}},
		{"duplicate names", `{"env":{"A":"x","A":"y"}}`, `{"env":{"A":"[redacted:env]","A":"[redacted:env]"}}`, map[string]int{"env": 2}},
		{"JSON lines", "{\"env\":{\"A\":\"x\"}}\n{\"env\":{\"A\":\"y\"}}\n", "{\"env\":{\"A\":\"[redacted:env]\"}}\n{\"env\":{\"A\":\"[redacted:env]\"}}\n", map[string]int{"env": 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := New()
			got, err := r.EnvMap([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("EnvMap(%s)\n got %s\nwant %s", tt.in, got, tt.want)
			}
			if diff := cmp.Diff(tt.counts, r.Counts()); diff != "" {
				t.Errorf("counts differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEnvMapRefusesWhatIsNotJSON(t *testing.T) {
	for _, in := range []string{`{"env":{"A":"x"`, `{"env" {}}`, strings.Repeat("[", 20_000), `{"a":1}}`} {
		r := New()
		got, err := r.EnvMap([]byte(in))
		if err == nil || string(got) != in || len(r.Counts()) != 0 {
			t.Errorf("EnvMap(%.30q) = %.30q, %v, counts %v, want the input and an error", in, got, err, r.Counts())
		}
	}
}

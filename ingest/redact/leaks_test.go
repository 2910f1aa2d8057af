package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestCarriers puts a secret under a telling name or call into the syntax of many
// languages and tools.
func TestCarriers(t *testing.T) {
	for _, text := range []string{
		`password = b'%s'`, `api_key = f"%s"`, `API_KEY = r'%s'`, `password := u"%s"`, `string password = @"%s";`, `let api_key = r#"%s"#;`,
		`const apiKey: string = "%s";`, `let api_key: &str = "%s";`, `static API_KEY: &'static str = "%s";`, `val apiKey: String = "%s"`,
		`var apiKey string = "%s"`, `private readonly dbPassword: string = '%s'`, `char password[] = "%s";`, `api_key: Optional[str] = "%s"`,
		"password: |\n  %s\n", "api_key: >-\n    %s\nnext: 1",
		`page.fill("#password", "%s")`, `await page.type('#password', '%s')`, `page.fill('input[name="password"]', '%s')`,
		`driver.find_element(By.ID, "password").send_keys("%s")`, `page.locator("#password").fill("%s")`, `page.getByLabel("Password").fill("%s")`,
		`[sudo] password for alice: %s`, `gh secret set DEPLOY_KEY --body "%s"`, `gh secret set DEPLOY -b %s`, `fly secrets set SMTP=%s`,
		`flyctl secrets set A_B="%s"`, `heroku config:set MAIL=%s -a app`, `Environment=DB_PASSWORD=%s`, `Environment="API_TOKEN=%s"`,
		`"password": {"value": "%s", "sensitive": true}`,
		`GenieKey %s`, `echo %s | sudo -S apt update`, `echo '%s' | docker login --password-stdin -u me`, `os.environ.setdefault("API_KEY", b"%s")`,
		`client = Client(api_key=b"%s")`, `--from-literal=password=%s`, `kubectl create secret generic x --from-literal db=%s`,
		`aws secretsmanager put-secret-value --secret-id x --secret-string %s`, `az keyvault secret set --name x --value %s`, `export const TOKEN = '%s' as const`,
		`{"type": "random_password", "name": "db", "instances": [{"attributes": {"length": 16, "result": "%s"}}]}`,
		`docker login -u me --password-stdin <<< "%s"`, `sudo -S apt update <<< %s`, `kinit alice <<< '%s'`, `read -r DB_PASSWORD <<< "%s"`,
		`echo %s | sudo passwd --stdin bob`, `gh auth login --with-token <<< %s`,
		`passwd: !vault "%s"`, `{:password "%s"}`, `password => "%s"`,
		`password = q{%s}`, `API_KEY = %%q(%s)`, `local api_key <const> = "%s"`, `lazy val dbPassword: String = """%s"""`, `(def api-key "%s")`,
		`(setq smtpmail-password "%s")`, `(defparameter *api-key* "%s")`, `set password "%s"`, `set -x API_TOKEN %s`, `setenv DB_PASSWORD %s`,
		`setx DB_PASSWORD "%s"`, `api_key <- "%s"`, `System.put_env("API_KEY", "%s")`, `@password "%s"`, `Dim password As String = "%s"`,
		`#define DB_PASSWORD "%s"`, `headers.set("X-Api-Key", "%s")`, `req.Header.Set("X-Auth-Token", "%s")`, `password: !!str %s`, `password: &pw %s`,
		`CREATE LOGIN a WITH PASSWORD = N'%s';`, `variable "db_password" { default = "%s" }`, `dotnet user-secrets set "Db:Password" "%s"`,
		`buildkite-agent meta-data set "token" "%s"`, `##vso[task.setvariable variable=ApiKey;issecret=true]%s`, `::add-mask::%s`, `masterauth %s`,
		`rclone config create r sftp pass %s`, `twine upload -u __token__ -p %s dist/*`, `cargo login %s`, `ngrok config add-authtoken %s`,
		`drone secret add --name api_key --data %s`, `cloudflared service install %s`, `vercel env add API_KEY production <<< "%s"`,
		`Grafana admin password reset to %s`, `A temporary password is generated for root@localhost: %s`,
		`Password for 'https://bob@github.com': %s`, `await page.locator('[type=password]').fill('%s')`,
		`browser_type(ref="e12", element="Password field", text="%s")`, `jwt.sign(payload, '%s')`, `Fernet(b"%s")`, `Stripe('%s')`,
		`local api_key = [[%s]]`, `local api_key = [==[%s]==]`, `val secretKey = """%s"""`, `let password = String::from("%s");`,
		`ENV['API_KEY'] ||= %%q(%s)`, `SECRET_KEY = os.environ.get("SECRET_KEY", "%s")`, `token = os.getenv('API_TOKEN') or '%s'`,
		`const token = process.env.API_TOKEN || "%s"`, `Client::builder().api_key("%s")`,
		`child.expect("Password:"); child.sendline("%s")`, `<setting name="ApiKey"><value>%s</value>`, "The password has been set to `%s`.",
		`h.Add("X-Api-Key", "%s")`, `static SECRET_KEY: &[u8] = b"%s";`, `["sshpass", "-p", "%s", "ssh"]`, `argv: ['--password', '%s']`,
		`Password -> "%s"`, `{ { "X-Api-Key", "%s" } }`, `{"name": "Password", "type": "textbox", "value": "%s"}`, `SetEnv API_KEY %s`,
		`parser.add_argument("--password", default="%s")`, `sql.Open("mysql", "app:%s@tcp(db:3306)/shop")`, `our %%c = (dbpass => '%s');`,
		`logger.info("login token=%%s", "%s")`, "<key>APIKey</key>\n<string>%s</string>", `<Parameter name="apiToken">%s</Parameter>`,
		"name: JWT_SECRET\n  value: \"%s\"", "| db_password | %s |",
		"secret: >\n  %s", "expect \"password:\"\nsend \"%s\\r\"", `I logged in with the password "%s".`, "password=\"%s\n",
		`Enter passphrase for key '/root/.ssh/id': %s`, "db.internal:5432:shop:app:%s", `sqlplus system/%s@//db/XE`, `auth = { token = [[%s]] }`,
		`vault kv put secret/app a=b api=%s`, `fly secrets set A=$A SMTP=%s`, `doppler secrets set S=%s`, `supabase secrets set S=%s`,
		`netlify env:set STRIPE %s`, `railway variables --set "S=%s"`, `aws ssm put-parameter --name x --type SecureString --value %s`,
		`printf '%s' | vercel env add S production`, `echo "%s" | wrangler secret put S`, `circleci context store-secret github a b S <<< "%s"`,
		`ansible-vault encrypt_string '%s' --name x`, `restic -r x --password-command 'echo %s' snapshots`, `wpa_passphrase home %s`,
		`nmcli dev wifi connect home password "%s"`, `lftp -u bob,%s ftp.acme.dev`, `ncat --proxy-auth bob:%s h 1`, `snmp-server community %s RO`,
	} {
		for _, secret := range []string{"hunter2Kq9z", "9f86d081884c7d659a2feaa0c55ad015"} {
			line := fmt.Sprintf(text, secret)
			message := must.Get(json.Marshal(map[string]string{"text": line}))(t)
			nested := must.Get(json.Marshal(map[string]string{"arguments": string(message)}))(t)
			for _, record := range []string{line, string(message), string(nested), "+" + line, "-" + line, "    12\t" + line, "app.conf:12:" + line} {
				got := redact.New().Bytes([]byte(record))
				if strings.Contains(string(got), secret) || json.Valid([]byte(record)) && !json.Valid(got) {
					t.Errorf("left: %s", record)
				}
			}
		}
	}
	for _, secret := range []string{"user,password,role\nbob,hunter2Kq9z,admin\n", "\nDB_PASSWORD   hunter2Kq9z\n", "cat config/master.key\n9f86d081884c7d659a2feaa0c55ad015\n", "LLM|123456789012345|aB3dE5fG7hI9jK1lM3nO5pQ7rS9", "ek_682bc0a7d1b8819f8c3d55e0a3f4e8d1"} {
		if got := string(redact.New().Bytes([]byte("use " + secret + " now"))); strings.Contains(got, secret) {
			t.Errorf("left: %s", secret)
		}
	}
}

// TestChance keeps what is random base64: prefixes of keys stand in it by chance.
func TestChance(t *testing.T) {
	rng := rand.NewChaCha8([32]byte{})
	random := make([]byte, 300)
	rng.Read(random)
	text := strings.NewReplacer("+", "x", "/", "y").Replace(base64.StdEncoding.EncodeToString(random))
	for _, prefix := range []string{"AAAAAAAAAAAAAAAAAAAAA", "EAAB", "EAAA", "AQE"} {
		for _, body := range []string{text[:60], text[:110]} {
			if in := "MII\n" + prefix + body + "\n"; redact.New().String(in) != in {
				t.Errorf("taken: %s", in)
			}
		}
	}
	if in := "twitter " + strings.Repeat("A", 21) + text[:60]; redact.New().String(in) == in {
		t.Errorf("left: %s", in)
	}
}

// TestPublic keeps what a dataset's task says, in its trials as well, and no key that has
// a form of its own.
func TestPublic(t *testing.T) {
	parent := redact.New()
	task := "Log in as admin with password `password123`; the API key is sk-ant-" + strings.Repeat("a1B2", 8) + "."
	parent.Public([]byte(task))
	r := parent.Fresh()
	got := string(r.Bytes([]byte(task + " password: hunter2Kq9z")))
	if !strings.Contains(got, "password123") || strings.Contains(got, "hunter2Kq9z") || strings.Contains(got, "sk-ant-a") {
		t.Errorf("%s", got)
	}
	if got := string(redact.New().Bytes([]byte(task))); strings.Contains(got, "password123") {
		t.Errorf("without the dataset: %s", got)
	}
}

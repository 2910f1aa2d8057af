package redact_test

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
)

// kind is one kind of secret. All are made up here from a description of their
// form, so that no scanner of source code meets one.
type kind struct {
	name  string
	value string // the secret, or a text that has it in its only form
	core  string // what must not be left; empty: value
	key   string // the name under which it stands; empty: its form gives it away
	text  bool   // value is a text of several words or lines: a command, a header
}

func (k kind) secret() string {
	if k.core != "" {
		return k.core
	}
	return k.value
}

// maker makes bodies, the same in each run.
type maker struct{ *rand.Rand }

func (m maker) of(alphabet string, n int) string {
	for {
		var b strings.Builder
		for range n {
			b.WriteByte(alphabet[m.IntN(len(alphabet))])
		}
		s := b.String()
		if n < 10 || strings.ContainsAny(s, "0123456789") || !strings.ContainsAny(alphabet, "0123456789") {
			return s
		}
	}
}

const (
	lowers = "abcdefghijklmnopqrstuvwxyz"
	uppers = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
)

func (m maker) hex(n int) string { return m.of(digits+"abcdef", n) }
func (m maker) an(n int) string  { return m.of(lowers+uppers+digits, n) }
func (m maker) low(n int) string { return m.of(lowers+digits, n) }
func (m maker) up(n int) string  { return m.of(uppers+digits, n) }
func (m maker) num(n int) string { return m.of("123456789", n) }
func (m maker) url(n int) string {
	return m.of(lowers+uppers+digits, n-6) + m.of(lowers+uppers+digits+"-_", 4) + m.an(2)
}
func (m maker) b64(n int) string {
	return m.of(lowers+uppers+digits, n-6) + m.of(lowers+uppers+digits+"+/", 4) + m.an(2)
}
func (m maker) uuid() string {
	return strings.Join([]string{m.hex(8), m.hex(4), m.hex(4), m.hex(4), m.hex(12)}, "-")
}
func (m maker) json64(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
func (m maker) pem(label string) (block, core string) {
	first := m.b64(64)
	dash := strings.Repeat("-", 5)
	return dash + "BEGIN " + label + dash + "\n" + first + "\n" + m.b64(64) + "\n" + m.b64(40) + "\n" + dash + "END " + label + dash, first
}

// kinds are those of the rule sets of known scanners and those that agents and
// their tools print.
func kinds() []kind {
	m := maker{rand.New(rand.NewPCG(11, 3))}
	var list []kind
	for _, make := range []func(maker) []kind{modelKinds, cloudKinds, codeKinds, serviceKinds, moneyKinds, fileKinds, namedKinds, textKinds} {
		list = append(list, make(m)...)
	}
	return list
}

func bare(name, value string) kind       { return kind{name: name, value: value} }
func named(name, key, value string) kind { return kind{name: name, value: value, key: key} }
func within(name, value, core string) kind {
	return kind{name: name, value: value, core: core, text: true}
}

func modelKinds(m maker) []kind {
	return []kind{
		bare("anthropic", "sk-"+"ant-api03-"+m.url(93)+"AA"),
		bare("anthropic admin", "sk-"+"ant-admin01-"+m.url(93)+"AA"),
		bare("openai", "sk-"+m.an(20)+"T3Blbk"+"FJ"+m.an(20)),
		bare("openai project", "sk-"+"proj-"+m.url(74)+"T3Blbk"+"FJ"+m.url(74)),
		bare("openai service account", "sk-"+"svcacct-"+m.url(74)),
		bare("openai admin", "sk-"+"admin-"+m.url(74)),
		bare("deepseek", "sk-"+m.hex(32)),
		bare("moonshot", "sk-"+m.an(48)),
		bare("dashscope", "sk-"+m.hex(32)),
		bare("stepfun", "sk-"+m.an(40)),
		bare("openrouter", "sk-"+"or-v1-"+m.hex(64)),
		bare("groq", "gsk"+"_"+m.an(52)),
		bare("xai", "xai"+"-"+m.an(80)),
		bare("perplexity", "pplx"+"-"+m.an(48)),
		bare("nvidia", "nvapi"+"-"+m.url(64)),
		bare("hugging face", "hf"+"_"+m.an(34)),
		bare("hugging face organisation", "api_"+"org_"+m.an(34)),
		bare("replicate", "r8"+"_"+m.an(37)),
		bare("langsmith", "lsv2"+"_pt_"+m.hex(32)+"_"+m.hex(10)),
		bare("langfuse", "sk-"+"lf-"+m.uuid()),
		bare("helicone", "sk-"+"helicone-"+m.low(7)+"-"+m.low(7)+"-"+m.low(7)+"-"+m.low(7)),
		bare("pinecone", "pcsk"+"_"+m.an(6)+"_"+m.an(63)),
		bare("elevenlabs", "sk"+"_"+m.hex(48)),
		bare("google api", "AI"+"za"+m.url(35)),
		bare("google refresh token", "1/"+"/0"+m.url(40)),
		bare("google access token", "ya"+"29."+m.url(120)),
		bare("google client secret", "GOC"+"SPX-"+m.url(28)),
		bare("tavily", "tvly"+"-"+m.an(32)),
		bare("firecrawl", "fc"+"-"+m.hex(32)),
		bare("voyage", "pa"+"-"+m.an(43)),
		bare("cursor", "crsr"+"_"+m.hex(64)),
		named("zhipu", "ZHIPUAI_API_KEY", m.hex(32)+"."+m.an(16)),
		named("together", "TOGETHER_API_KEY", m.hex(64)),
		named("cohere", "CO_API_KEY", m.an(40)),
		named("mistral", "MISTRAL_API_KEY", m.an(32)),
		named("wandb", "WANDB_API_KEY", m.hex(40)),
		named("azure openai", "AZURE_OPENAI_API_KEY", m.hex(32)),
	}
}

func cloudKinds(m maker) []kind {
	return []kind{
		bare("aws id", "AK"+"IA"+m.of(uppers+"234567", 16)),
		bare("aws session id", "AS"+"IA"+m.of(uppers+"234567", 16)),
		named("aws secret", "AWS_SECRET_ACCESS_KEY", m.b64(40)),
		named("aws session token", "AWS_SESSION_TOKEN", m.b64(200)),
		bare("alibaba id", "LT"+"AI5t"+m.an(18)),
		named("alibaba secret", "ALIBABA_CLOUD_ACCESS_KEY_SECRET", m.an(30)),
		bare("tencent id", "AK"+"ID"+m.an(32)),
		named("tencent key", "TENCENTCLOUD_SECRET_KEY", m.an(32)),
		bare("azure client secret", m.an(3)+"8"+"Q~"+m.url(34)),
		named("azure account key", "AZURE_STORAGE_KEY", m.b64(86)+"=="),
		bare("digitalocean", "dop"+"_v1_"+m.hex(64)),
		bare("digitalocean oauth", "doo"+"_v1_"+m.hex(64)),
		bare("digitalocean refresh", "dor"+"_v1_"+m.hex(64)),
		bare("databricks", "da"+"pi"+m.hex(32)),
		bare("heroku", "HRKU"+"-AA"+m.url(58)),
		named("heroku uuid", "HEROKU_API_KEY", m.uuid()),
		bare("netlify", "nfp"+"_"+m.an(36)),
		named("vercel", "VERCEL_TOKEN", m.an(24)),
		bare("fly", "fm2"+"_"+m.b64(120)),
		bare("fly organisation", "fo1"+"_"+m.url(43)),
		named("cloudflare", "CLOUDFLARE_API_TOKEN", m.url(40)),
		bare("cloudflare origin", "v1.0"+"-"+m.hex(24)+"-"+m.hex(146)),
		bare("supabase", "sbp"+"_"+m.hex(40)),
		bare("supabase secret", "sb_"+"secret_"+m.url(32)),
		bare("planetscale", "pscale"+"_tkn_"+m.url(43)),
		bare("planetscale password", "pscale"+"_pw_"+m.url(43)),
		bare("neon", "napi"+"_"+m.low(64)),
		bare("aiven", "AVNS"+"_"+m.an(19)),
		bare("vault service", "hvs"+"."+m.url(95)),
		bare("vault batch", "hvb"+"."+m.url(140)),
		bare("vault old", "s"+"."+m.an(12)+"4Zq9"+m.an(8)),
		bare("terraform", m.an(14)+".atlas"+"v1."+m.url(67)),
		bare("pulumi", "pul"+"-"+m.hex(40)),
		bare("doppler", "dp"+".pt."+m.an(43)),
		bare("doppler service", "dp"+".st.dev."+m.an(40)),
		bare("tailscale", "ts"+"key-auth-"+m.an(12)+"CNTRL-"+m.an(32)),
		bare("onepassword service", "ops"+"_ey"+"J"+m.an(260)),
		bare("onepassword key", "A"+"3-"+m.up(6)+"-"+m.up(6)+"-"+m.up(5)+"-"+m.up(5)+"-"+m.up(5)+"-"+m.up(5)),
		bare("openshift", "sha"+"256~"+m.url(43)),
		bare("dynatrace", "dt0"+"c01."+m.up(24)+"."+m.up(64)),
		bare("yandex", "AQ"+"VN"+m.url(36)),
		bare("bedrock", "ABSK"+"QmVkcm9ja0FQSUtleS"+m.b64(80)),
		named("snowflake", "SNOWFLAKE_PASSWORD", m.an(14)),
		named("bitwarden", "BW_CLIENTSECRET", m.an(30)),
	}
}

func codeKinds(m maker) []kind {
	var list []kind
	for _, p := range []string{"p", "o", "u", "s", "r"} {
		list = append(list, bare("github "+p, "gh"+p+"_"+m.an(36)))
	}
	for _, p := range []string{"pat", "dt", "rt", "ptt", "ft", "imt", "agent", "oas", "soat", "ffct"} {
		list = append(list, bare("gitlab "+p, "gl"+p+"-"+m.url(26)))
	}
	return append(list,
		bare("gitlab job", "gl"+"cbt-"+m.an(3)+"_"+m.url(20)),
		bare("gitlab runner", "GR13"+"48941"+m.url(20)),
		bare("github fine-grained", "github"+"_pat_"+m.an(22)+"_"+m.an(59)),
		bare("bitbucket", "AT"+"BB"+m.an(32)),
		bare("atlassian", "ATA"+"TT3xFfGF0"+m.url(170)+"="+m.up(8)),
		bare("npm", "npm"+"_"+m.an(36)),
		bare("pypi", "pypi"+"-AgEIcHlwaS5vcmc"+m.url(120)),
		bare("rubygems", "ruby"+"gems_"+m.hex(48)),
		bare("crates.io", "ci"+"o"+m.an(32)),
		bare("nuget", "oy"+"2"+m.low(43)),
		bare("clojars", "CLO"+"JARS_"+m.low(60)),
		bare("docker hub", "dckr"+"_pat_"+m.url(27)),
		bare("artifactory", "AK"+"Cp"+m.an(69)),
		bare("artifactory reference", "cm"+"Vmd"+m.an(59)),
		bare("sonarqube", "squ"+"_"+m.hex(40)),
		bare("sonarqube project", "sqp"+"_"+m.hex(40)),
		named("snyk", "SNYK_TOKEN", m.uuid()),
		bare("circleci", "CCI"+"PAT_"+m.an(22)+"_"+m.hex(40)),
		named("travis", "TRAVIS_TOKEN", m.an(22)),
		bare("buildkite", "bk"+"ua_"+m.hex(40)),
		bare("octopus", "API"+"-"+m.up(26)),
		bare("prefect", "pnu"+"_"+m.an(36)),
		bare("readme", "rd"+"me_"+m.low(70)),
		bare("infracost", "ico"+"-"+m.an(32)),
		bare("sentry organisation", "sntr"+"ys_"+m.json64(`{"iat":1700000000,"url":"https://sentry.io"}`)+"_"+m.b64(43)),
		bare("sentry user", "sntr"+"yu_"+m.hex(64)),
		within("sentry dsn", "https://"+m.hex(32)+"@o123456.ingest.sentry.io/4501234567890123", ""),
		bare("grafana", "gl"+"sa_"+m.an(32)+"_"+m.hex(8)),
		bare("grafana cloud", "gl"+"c_"+m.b64(120)),
		bare("grafana old", "eyJr"+"Ijoi"+m.an(90)),
		bare("new relic user", "NR"+"AK-"+m.up(27)),
		bare("new relic insert", "NR"+"II-"+m.url(32)),
		named("datadog", "DD_API_KEY", m.hex(32)),
		named("datadog application", "DATADOG_APP_KEY", m.hex(40)),
		named("rollbar", "ROLLBAR_ACCESS_TOKEN", m.hex(32)),
		bare("postman", "PM"+"AK-"+m.hex(24)+"-"+m.hex(34)),
		bare("maxmind", m.an(6)+"_"+m.an(29)+"_m"+"mk"),
		bare("sourcegraph", "sgp"+"_"+m.hex(16)+"_"+m.hex(40)),
		bare("harness", "pat"+"."+m.url(22)+"."+m.an(24)+"."+m.an(20)),
	)
}

func serviceKinds(m maker) []kind {
	discordID := base64.RawURLEncoding.EncodeToString([]byte("1" + m.num(17)))
	return []kind{
		bare("slack bot", "xo"+"xb-"+m.num(12)+"-"+m.num(12)+"-"+m.an(24)),
		bare("slack user", "xo"+"xp-"+m.num(12)+"-"+m.num(12)+"-"+m.num(12)+"-"+m.hex(32)),
		bare("slack app", "xa"+"pp-1-"+m.up(11)+"-"+m.num(13)+"-"+m.hex(64)),
		within("slack webhook", "https://hooks.slack"+".com/services/T"+m.up(8)+"/B"+m.up(10)+"/"+m.an(24), ""),
		bare("discord bot", discordID+"."+m.url(6)+"."+m.url(38)),
		within("discord webhook", "https://discord"+".com/api/webhooks/"+m.num(18)+"/"+m.url(68), ""),
		within("teams webhook", "https://acme.webhook"+".office.com/webhookb2/"+m.uuid()+"@"+m.uuid()+"/IncomingWebhook/"+m.hex(32)+"/"+m.uuid(), ""),
		bare("telegram", m.num(10)+":A"+"A"+m.url(33)),
		bare("notion", "nt"+"n_"+m.num(11)+m.an(35)),
		bare("notion old", "sec"+"ret_"+m.an(43)),
		bare("linear", "lin"+"_api_"+m.an(40)),
		bare("figma", "fig"+"d_"+m.url(40)),
		bare("airtable", "pa"+"t"+m.an(14)+"."+m.hex(64)),
		named("asana", "ASANA_ACCESS_TOKEN", "1/"+m.num(16)+":"+m.hex(32)),
		bare("dropbox", "s"+"l."+m.url(135)),
		bare("sendgrid", "S"+"G."+m.url(22)+"."+m.url(43)),
		bare("mailgun", "ke"+"y-"+m.hex(32)),
		named("mailchimp", "MAILCHIMP_API_KEY", m.hex(32)+"-us12"),
		bare("brevo", "xkey"+"sib-"+m.hex(64)+"-"+m.an(16)),
		bare("resend", "re"+"_"+m.an(8)+"_"+m.an(24)),
		bare("twilio", "S"+"K"+m.hex(32)),
		named("twilio auth token", "TWILIO_AUTH_TOKEN", m.hex(32)),
		bare("hubspot", "pa"+"t-na1-"+m.uuid()),
		bare("intercom", "dG9"+"rO"+m.b64(60)),
		named("zendesk", "ZENDESK_API_TOKEN", m.an(40)),
		named("pagerduty", "PAGERDUTY_API_KEY", "u+"+m.an(18)),
		bare("typeform", "tf"+"p_"+m.an(44)+"_"+m.an(14)),
		bare("contentful", "CF"+"PAT-"+m.url(43)),
		bare("facebook page", "EA"+"AC"+m.an(120)),
		bare("mapbox", "sk.ey"+"J1Ijoi"+m.url(60)+"."+m.url(22)),
		named("okta", "OKTA_API_TOKEN", "00"+m.url(40)),
		named("auth0", "AUTH0_CLIENT_SECRET", m.url(64)),
		named("algolia", "ALGOLIA_ADMIN_KEY", m.hex(32)),
		named("twitter", "TWITTER_API_SECRET", m.an(50)),
		bare("apify", "apify"+"_api_"+m.an(36)),
		bare("easypost", "EZ"+"AK"+m.an(54)),
		bare("shippo", "ship"+"po_live_"+m.hex(40)),
		bare("duffel", "duf"+"fel_live_"+m.url(43)),
		bare("launchdarkly", "sd"+"k-"+m.uuid()),
	}
}

func moneyKinds(m maker) []kind {
	return []kind{
		bare("stripe", "sk"+"_live_"+m.an(99)),
		bare("stripe restricted", "rk"+"_live_"+m.an(24)),
		bare("stripe test", "sk"+"_test_"+m.an(24)),
		bare("webhook secret", "wh"+"sec_"+m.an(32)),
		bare("square", "sq0"+"atp-"+m.url(22)),
		bare("square secret", "sq0"+"csp-"+m.url(43)),
		bare("shopify", "shp"+"at_"+m.hex(32)),
		bare("shopify secret", "shp"+"ss_"+m.hex(32)),
		bare("braintree", "access"+"_token$production$"+m.low(16)+"$"+m.hex(32)),
		named("paypal", "PAYPAL_CLIENT_SECRET", m.url(80)),
		bare("plaid", "access"+"-production-"+m.uuid()),
		named("plaid secret", "PLAID_SECRET", m.hex(30)),
		named("coinbase", "COINBASE_API_SECRET", m.an(64)),
		named("infura", "INFURA_API_KEY", m.hex(32)),
		named("alchemy", "ALCHEMY_API_KEY", m.url(32)),
		bare("razorpay", "rzp"+"_live_"+m.an(14)),
		bare("flutterwave", "FLW"+"SECK-"+m.hex(32)+"-X"),
	}
}

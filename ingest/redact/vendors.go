package redact

import "bytes"

// vendorRule finds keys without a form of their own by the name of the vendor
// before them: ZHIPU: ..., my datadog app key = ..., "cloudflare_email": "...".
func vendorRule() rule {
	r := rule{name: "vendor-key"}
	for _, name := range []string{
		"adafruit", "airtable", "algolia", "alibaba", "amplitude", "asana", "atlassian", "auth0", "azure", "bigmodel", "bitbucket", "bittrex", "bitwarden",
		"cloudflare", "codecov", "cohere", "coinbase", "confluence", "confluent", "contentful", "dashscope", "datadog", "deepgram", "deepseek", "digitalocean", "discord",
		"dropbox", "droneci", "elevenlabs", "etherscan", "facebook", "fastly", "figma", "finicity", "finnhub", "firebase", "flickr", "freshbooks", "gitter", "gocardless",
		"grafana", "helicone", "heroku", "hubspot", "infura", "intercom", "jfrog", "jira", "kraken", "kucoin", "langfuse", "langsmith", "launchdarkly", "linkedin",
		"mailchimp", "mailgun", "mapbox", "mattermost", "meraki", "messagebird", "minimax", "mistral", "moonshot", "netlify", "newrelic", "new_relic", "nytimes", "okta",
		"openweather", "pagerduty", "paypal", "pinecone", "plaid", "postmark", "qianfan", "rapidapi", "rollbar", "sendbird", "sendgrid", "sentry", "serpapi", "serper", "shodan",
		"snowflake", "snyk", "sonarqube", "splunk", "squarespace", "sumologic", "telegram", "tencent", "trello", "travis", "twilio", "twitch", "twitter", "vercel",
		"virustotal", "volcengine", "yandex", "zendesk", "zhipu",
	} {
		r.anchors = append(r.anchors, anchor{text: name, fold: true, find: func(b []byte, at, floor int) (span, bool) {
			return findVendorKey(b, at, at+len(name))
		}})
	}
	return r
}

const (
	vendorWords = 24 // letters between a vendor's name and the operator
	vendorMin   = 20 // shortest key that is taken on a vendor's name alone
)

func findVendorKey(b []byte, at, end int) (span, bool) {
	from := end
	for end < len(b) && end-from < vendorWords && (isBase64URL(b[end]) || b[end] == ' ' || b[end] == '\t') {
		end++
	}
	o, ok := afterOperator(b, end)
	if !ok {
		return span{}, false
	}
	name := string(bytes.ToLower(b[at:end]))
	for _, other := range []string{"id", "sha", "hash", "digest", "commit", "version", "rev", "checksum", "url", "image", "tag", "name", "etag"} {
		if bytes.HasSuffix([]byte(name), []byte(other)) {
			return span{}, false
		}
	}
	stop := class(func(c byte) bool { return isDotted(c) || c == '=' || c == '+' || c == '/' }).run(b, o.start)
	return vendorKey(b, o.start, stop)
}

func vendorKey(b []byte, start, end int) (span, bool) {
	end = trimDots(b, start, end)
	value := b[start:end]
	slashes := bytes.Count(value, []byte("/"))
	return span{start: start, end: end}, len(value) >= vendorMin && slashes < 3 && !isReference(value) && !isPlaceholder(value) &&
		looksRandom(value, vendorMin) && bytes.Count(value, []byte("-")) < 4
}

package redact

import "bytes"

// serviceTokens are the keys of services that people and teams work with.
func serviceTokens() []token {
	list := []token{
		{rule: "slack-token", prefix: "xapp-", body: isBase64URL, min: 20, form: random},
		{rule: "slack-token", prefix: "xoxe.xox", body: isBase64URL, min: 20, form: random},
		{rule: "notion-token", prefix: "ntn_", body: isAlnum, min: 30},
		{rule: "notion-token", prefix: "secret_", body: isAlnum, min: 43, max: 43, form: random},
		{rule: "linear-key", prefix: "lin_api_", body: isAlnum, min: 30},
		{rule: "linear-key", prefix: "lin_oauth_", body: isAlnum, min: 30},
		{rule: "linear-key", prefix: "lin_wh_", body: isAlnum, min: 30},
		{rule: "figma-token", prefix: "figd_", body: isBase64URL, min: 30},
		{rule: "figma-token", prefix: "figu_", body: isBase64URL, min: 30},
		{rule: "figma-token", prefix: "figo_", body: isBase64URL, min: 30},
		{rule: "airtable-token", prefix: "pat", body: isDotted, min: 70, max: 90, form: random, not: notAirtable},
		{rule: "asana-token", prefix: "1/", body: isAsana, min: 40, form: bounded | random | inImage, not: noColon},
		{rule: "asana-token", prefix: "2/", body: isAsana, min: 50, form: bounded | random | inImage, not: noColon},
		{rule: "dropbox-token", prefix: "sl.", body: isDottedEq, min: 60, form: random},
		{rule: "sendgrid-key", prefix: "SG.", body: isDotted, min: 60},
		{rule: "mailgun-key", prefix: "key-", body: isHex, min: 32, max: 32, form: bounded},
		{rule: "mailersend-key", prefix: "mlsn.", body: isHex, min: 60},
		{rule: "brevo-key", prefix: "xkeysib-", body: isUUIDLike, min: 60},
		{rule: "resend-key", prefix: "re_", body: isWord, min: 32, max: 40, form: bounded | random},
		{rule: "twilio-key", prefix: "SK", body: isHex, min: 32, max: 32, form: bounded},
		{rule: "hubspot-token", prefix: "pat-na1-", body: isUUIDByte, min: 36},
		{rule: "hubspot-token", prefix: "pat-na2-", body: isUUIDByte, min: 36},
		{rule: "hubspot-token", prefix: "pat-eu1-", body: isUUIDByte, min: 36},
		{rule: "intercom-token", prefix: "dG9rO", body: isBase64Any, min: 50, form: inImage},
		{rule: "typeform-token", prefix: "tfp_", body: isDottedEq, min: 40},
		{rule: "contentful-token", prefix: "CFPAT-", body: isBase64URL, min: 40},
		{rule: "frameio-token", prefix: "fio-u-", body: isDottedEq, min: 60},
		{rule: "adobe-secret", prefix: "p8e-", body: isBase64URL, min: 30, form: random},
		{rule: "facebook-token", prefix: "EAACEdEose0cBA", body: isAlnum, min: 20},
		{rule: "facebook-token", prefix: "EAAM", body: isAlnum, min: 90, form: inImage},
		{rule: "facebook-token", prefix: "EAAC", body: isAlnum, min: 90, form: inImage},
		{rule: "instagram-token", prefix: "IGQV", body: isBase64URL, min: 90},
		{rule: "twitter-token", prefix: "AAAAAAAAAAAAAAAAAAAAA", body: isPercent, min: 60, form: bounded | random},
		{rule: "linkedin-secret", prefix: "WPL_AP1.", body: isDottedEq, min: 20},
		{rule: "mapbox-token", prefix: "sk.eyJ", body: isDotted, min: 60},
		{rule: "mapbox-token", prefix: "tk.eyJ", body: isDotted, min: 60},
		{rule: "easypost-key", prefix: "EZAK", body: isAlnum, min: 54},
		{rule: "easypost-key", prefix: "EZTK", body: isAlnum, min: 54},
		{rule: "duffel-token", prefix: "duffel_live_", body: isBase64URL, min: 40},
		{rule: "duffel-token", prefix: "duffel_test_", body: isBase64URL, min: 40},
		{rule: "shippo-token", prefix: "shippo_live_", body: isHex, min: 40},
		{rule: "shippo-token", prefix: "shippo_test_", body: isHex, min: 40},
		{rule: "apify-token", prefix: "apify_api_", body: isAlnum, min: 30},
		{rule: "zapier-secret", prefix: "zpka_", body: isWord, min: 30},
		{rule: "intra42-secret", prefix: "s-s4t2", body: isBase64URL, min: 60},
		{rule: "discord-webhook", prefix: "discord.com/api/webhooks/", body: isPathy, min: 60},
		{rule: "discord-webhook", prefix: "discordapp.com/api/webhooks/", body: isPathy, min: 60},
		{rule: "slack-webhook", prefix: "hooks.slack.com/services/", body: isPathy, min: 30, form: random},
		{rule: "slack-webhook", prefix: "hooks.slack.com/workflows/", body: isPathy, min: 30, form: random},
		{rule: "slack-webhook", prefix: "hooks.slack.com/triggers/", body: isPathy, min: 30, form: random},
		{rule: "teams-webhook", prefix: ".webhook.office.com/webhookb2/", body: isTeams, min: 60},
		{rule: "teams-webhook", prefix: "outlook.office.com/webhook/", body: isTeams, min: 60},
		{rule: "zapier-secret", prefix: "hooks.zapier.com/hooks/catch/", body: isPathy, min: 10, form: 0},
		{rule: "ifttt-key", prefix: "maker.ifttt.com/use/", body: isBase64URL, min: 16},
		{rule: "make-webhook", prefix: ".make.com/", body: isAlnum, min: 32, max: 32, form: random},
		{rule: "feishu-webhook", prefix: "/open-apis/bot/v2/hook/", body: isBase64URL, min: 30},
		{rule: "healthchecks-url", prefix: "hc-ping.com/", body: isBase64URL, min: 20, form: 0},
	}
	for _, kind := range "abcdeoprs" {
		list = append(list, token{rule: "slack-token", prefix: "xox" + string(kind) + "-", body: isBase64URL, min: 16, form: random})
	}
	return list
}

func isAsana(c byte) bool    { return isAlnum(c) || c == ':' || c == '/' }
func isUUIDLike(c byte) bool { return isLowerNum(c) || isHex(c) || c == '-' }
func isPercent(c byte) bool  { return isAlnum(c) || c == '%' }
func isTeams(c byte) bool    { return isPathy(c) || c == '@' }

// notAirtable reports what is not 14 characters, a dot and a digest.
func notAirtable(body []byte) bool { return body[14] != '.' || !allHex(body[15:70]) }

func noColon(body []byte) bool { return bytes.IndexByte(body, ':') < 0 }

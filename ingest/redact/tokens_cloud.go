package redact

// cloudTokens are the keys of clouds, hosts and databases as a service.
func cloudTokens() []token {
	return []token{
		{rule: "aws-key-id", prefix: "AKIA", body: isUpperNum, min: 16, form: inImage},
		{rule: "aws-key-id", prefix: "ASIA", body: isUpperNum, min: 16, form: inImage},
		{rule: "aws-key-id", prefix: "ABIA", body: isUpperNum, min: 16, max: 16, form: inImage | bounded | random},
		{rule: "aws-key-id", prefix: "ACCA", body: isUpperNum, min: 16, max: 16, form: inImage | bounded | random},
		{rule: "aws-bedrock-key", prefix: "ABSKQmVkcm9ja0FQSUtleS", body: isBase64Any, min: 40},
		{rule: "alibaba-key-id", prefix: "LTAI", body: isAlnum, min: 12, max: 40, form: inImage | random},
		{rule: "tencent-key-id", prefix: "AKID", body: isAlnum, min: 28, max: 60, form: inImage | random},
		{rule: "digitalocean-token", prefix: "dop_v1_", body: isHex, min: 40},
		{rule: "digitalocean-token", prefix: "doo_v1_", body: isHex, min: 40},
		{rule: "digitalocean-token", prefix: "dor_v1_", body: isHex, min: 40},
		{rule: "databricks-token", prefix: "dapi", body: isUUIDByte, min: 32, max: 40, form: random},
		{rule: "databricks-token", prefix: "dose", body: isHex, min: 32, max: 32},
		{rule: "heroku-key", prefix: "HRKU-", body: isBase64URL, min: 30, form: random},
		{rule: "netlify-token", prefix: "nfp_", body: isAlnum, min: 30},
		{rule: "vercel-token", prefix: "vcp_", body: isAlnum, min: 20, form: random},
		{rule: "vercel-token", prefix: "vca_", body: isAlnum, min: 20, form: random},
		{rule: "vercel-token", prefix: "vck_", body: isAlnum, min: 20, form: random},
		{rule: "vercel-token", prefix: "vercel_blob_rw_", body: isWord, min: 20},
		{rule: "fly-token", prefix: "FlyV1 fm2_", body: isBase64Any, min: 40},
		{rule: "fly-token", prefix: "fo1_", body: isBase64URL, min: 40},
		{rule: "fly-token", prefix: "fm1r_", body: isBase64Any, min: 40},
		{rule: "fly-token", prefix: "fm1a_", body: isBase64Any, min: 40},
		{rule: "fly-token", prefix: "fm2_", body: isBase64Any, min: 40},
		{rule: "cloudflare-token", prefix: "v1.0-", body: isUUIDByte, min: 100},
		{rule: "cloudflare-token", prefix: "cfut_", body: isAlnum, min: 30},
		{rule: "cloudflare-token", prefix: "cfat_", body: isAlnum, min: 30},
		{rule: "supabase-key", prefix: "sbp_", body: isWord, min: 40},
		{rule: "supabase-key", prefix: "sb_secret_", body: isBase64URL, min: 20},
		{rule: "planetscale-token", prefix: "pscale_tkn_", body: isDottedEq, min: 30},
		{rule: "planetscale-token", prefix: "pscale_oauth_", body: isDottedEq, min: 30},
		{rule: "planetscale-token", prefix: "pscale_pw_", body: isDottedEq, min: 30},
		{rule: "neon-key", prefix: "napi_", body: isAlnum, min: 40},
		{rule: "neon-key", prefix: "npg_", body: isAlnum, min: 12, max: 40, form: random},
		{rule: "turso-token", prefix: "tsk_", body: isAlnum, min: 30, form: bounded | random},
		{rule: "aiven-token", prefix: "AVNS_", body: isBase64URL, min: 16},
		{rule: "clickhouse-key", prefix: "4b1d", body: isAlnum, min: 38, max: 38, form: bounded | random, not: isAllHex},
		{rule: "linode-token", prefix: "lin_tok_", body: isAlnum, min: 30},
		{rule: "hetzner-token", prefix: "hcloud_", body: isAlnum, min: 40},
		{rule: "scaleway-key", prefix: "SCW", body: isUpperNum, min: 17, max: 17, form: bounded | random},
		{rule: "scalingo-token", prefix: "tk-us-", body: isBase64URL, min: 48},
		{rule: "yandex-key", prefix: "AQVN", body: isBase64URL, min: 35, max: 40, form: random},
		{rule: "yandex-key", prefix: "y0_", body: isBase64URL, min: 50, form: bounded | random},
		{rule: "vault-token", prefix: "hvs.", body: isBase64URL, min: 20},
		{rule: "vault-token", prefix: "hvb.", body: isBase64URL, min: 20},
		{rule: "vault-token", prefix: "hvr.", body: isBase64URL, min: 20},
		{rule: "vault-token", prefix: "s.", body: isAlnum, min: 24, max: 26, form: bounded | random, not: isCode},
		{rule: "pulumi-token", prefix: "pul-", body: isHex, min: 40, max: 40},
		{rule: "doppler-token", prefix: "dp.pt.", body: isAlnum, min: 30},
		{rule: "doppler-token", prefix: "dp.st.", body: isDotted, min: 30},
		{rule: "doppler-token", prefix: "dp.ct.", body: isAlnum, min: 30},
		{rule: "doppler-token", prefix: "dp.sa.", body: isAlnum, min: 30},
		{rule: "doppler-token", prefix: "dp.scim.", body: isAlnum, min: 30},
		{rule: "doppler-token", prefix: "dp.audit.", body: isAlnum, min: 30},
		{rule: "infisical-token", prefix: "st.", body: isDotted, min: 60, form: bounded | random},
		{rule: "onepassword-token", prefix: "ops_eyJ", body: isBase64Any, min: 60},
		{rule: "openshift-token", prefix: "sha256~", body: isBase64URL, min: 40},
		{rule: "tailscale-key", prefix: "tskey-", body: isBase64URL, min: 16, form: random},
		{rule: "defined-key", prefix: "dnkey-", body: isBase64URL, min: 40},
		{rule: "ngrok-token", prefix: "ngrok_", body: isWord, min: 40, form: random},
		{rule: "dynatrace-token", prefix: "dt0c01.", body: isDotted, min: 60},
		{rule: "dynatrace-token", prefix: "dt0s16.", body: isDotted, min: 40},
		{rule: "databento-key", prefix: "db-", body: isAlnum, min: 29, max: 29, form: bounded | random},
	}
}

func isAllHex(body []byte) bool { return allHex(body) }

// isCode reports names of code, such as those that follow s. in a program: two
// digits in a row are rare in them.
func isCode(body []byte) bool {
	uppers, lowers, digits, run, word := 0, 0, 0, 0, 0
	for _, c := range body {
		run++
		switch {
		case isUpper(c):
			uppers++
			run = 0
		case isLower(c):
			lowers++
		case isDigit(c):
			digits++
			run = 0
		}
		word = max(word, run)
	}
	return uppers < 3 || lowers < 3 || digits < 2 || digits == 2 && word >= 5
}

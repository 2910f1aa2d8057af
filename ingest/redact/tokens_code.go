package redact

// codeTokens are the keys of hosts of code, of registries of packages and of
// continuous integration.
func codeTokens() []token {
	list := []token{
		{rule: "github-token", prefix: "github_pat_", body: isWord, min: 22},
		{rule: "gitlab-token", prefix: "GR1348941", body: isBase64URL, min: 20},
		{rule: "gitlab-token", prefix: "_gitlab_session=", body: isLowerNum, min: 32},
		{rule: "bitbucket-token", prefix: "ATBB", body: isAlnum, min: 28, max: 40, form: random | inImage},
		{rule: "bitbucket-token", prefix: "BBDC-", body: isStd64, min: 40},
		{rule: "atlassian-token", prefix: "ATATT3", body: isDottedEq, min: 60},
		{rule: "atlassian-token", prefix: "ATCTT3", body: isDottedEq, min: 60},
		{rule: "atlassian-token", prefix: "ATSTT3", body: isDottedEq, min: 60},
		{rule: "npm-token", prefix: "npm_", body: isAlnum, min: 36, form: random},
		{rule: "pypi-token", prefix: "pypi-AgE", body: isBase64URL, min: 50},
		{rule: "rubygems-key", prefix: "rubygems_", body: isHex, min: 40},
		{rule: "cratesio-token", prefix: "cio", body: isAlnum, min: 32, max: 32, form: random},
		{rule: "nuget-key", prefix: "oy2", body: isLowerNum, min: 43, max: 43, form: random},
		{rule: "clojars-token", prefix: "CLOJARS_", body: isAlnum, min: 50},
		{rule: "docker-token", prefix: "dckr_pat_", body: isBase64URL, min: 20},
		{rule: "docker-token", prefix: "dckr_oat_", body: isBase64URL, min: 20},
		{rule: "artifactory-key", prefix: "AKCp", body: isAlnum, min: 60, form: inImage},
		{rule: "artifactory-key", prefix: "cmVmd", body: isAlnum, min: 59, form: inImage},
		{rule: "sonar-token", prefix: "squ_", body: isHex, min: 40},
		{rule: "sonar-token", prefix: "sqp_", body: isHex, min: 40},
		{rule: "sonar-token", prefix: "sqa_", body: isHex, min: 40},
		{rule: "snyk-token", prefix: "snyk_uat.", body: isDotted, min: 30},
		{rule: "snyk-token", prefix: "snyk_sat.", body: isDotted, min: 30},
		{rule: "circleci-token", prefix: "CCIPAT_", body: isWord, min: 40},
		{rule: "circleci-token", prefix: "CCIPRJ_", body: isWord, min: 40},
		{rule: "buildkite-token", prefix: "bkua_", body: isHex, min: 40},
		{rule: "buildkite-token", prefix: "bkct_", body: isAlnum, min: 30},
		{rule: "buildkite-token", prefix: "bkaj_", body: isDotted, min: 30},
		{rule: "octopus-key", prefix: "API-", body: isUpperNum, min: 25, max: 27, form: random},
		{rule: "harness-token", prefix: "pat.", body: isDotted, min: 66, form: random},
		{rule: "harness-token", prefix: "sat.", body: isDotted, min: 66, form: random},
		{rule: "prefect-key", prefix: "pnu_", body: isAlnum, min: 36},
		{rule: "readme-key", prefix: "rdme_", body: isLowerNum, min: 60},
		{rule: "infracost-key", prefix: "ico-", body: isAlnum, min: 32, max: 32, form: random},
		{rule: "sentry-token", prefix: "sntrys_", body: isWord64, min: 40},
		{rule: "sentry-token", prefix: "sntryu_", body: isHex, min: 60},
		{rule: "sentry-token", prefix: "sntrya_", body: isHex, min: 60},
		{rule: "grafana-token", prefix: "glsa_", body: isWord, min: 32, form: random},
		{rule: "grafana-token", prefix: "glc_", body: isBase64Any, min: 32, form: random},
		{rule: "grafana-token", prefix: "eyJrIjoi", body: isBase64Any, min: 60, form: inImage},
		{rule: "newrelic-key", prefix: "NRAK-", body: isUpperNum, min: 27},
		{rule: "newrelic-key", prefix: "NRJS-", body: isHex, min: 19},
		{rule: "newrelic-key", prefix: "NRII-", body: isBase64URL, min: 20, form: random},
		{rule: "newrelic-key", prefix: "NRAL-", body: isAlnum, min: 20, form: random},
		{rule: "datadog-token", prefix: "ddpat_", body: isWord, min: 30},
		{rule: "datadog-token", prefix: "pub", body: isHex, min: 32, max: 32, form: bounded},
		{rule: "rollbar-token", prefix: "post_server_item_", body: isHex, min: 30},
		{rule: "launchdarkly-key", prefix: "sdk-", body: isUUIDByte, min: 36, max: 36, form: bounded},
		{rule: "posthog-key", prefix: "phx_", body: isAlnum, min: 40},
		{rule: "postman-key", prefix: "PMAK-", body: isUUIDByte, min: 40},
		{rule: "settlemint-token", prefix: "sm_aat_", body: isAlnum, min: 16},
		{rule: "settlemint-token", prefix: "sm_pat_", body: isAlnum, min: 16},
		{rule: "settlemint-token", prefix: "sm_sat_", body: isAlnum, min: 16},
	}
	for _, kind := range []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"} {
		list = append(list, token{rule: "github-token", prefix: kind, body: isAlnum, min: 30})
	}
	for _, kind := range []string{"glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "gloas-", "glsoat-", "glffct-", "glwt-"} {
		list = append(list, token{rule: "gitlab-token", prefix: kind, body: isDotted, min: 20, form: random})
	}
	return list
}

func isWord64(c byte) bool { return isBase64Any(c) }

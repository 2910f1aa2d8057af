package redact

import "bytes"

// modelTokens are the keys of vendors of models and of what agents use with
// them. Lengths and alphabets are those that the vendors issue.
func modelTokens() []token {
	return []token{
		{rule: "anthropic-key", prefix: "sk-ant-", body: isBase64URL, min: 20, form: random},
		{rule: "openrouter-key", prefix: "sk-or-", body: isBase64URL, min: 20, form: random},
		{rule: "langfuse-key", prefix: "sk-lf-", body: isBase64URL, min: 30},
		{rule: "helicone-key", prefix: "sk-helicone-", body: isBase64URL, min: 16, form: random},
		{rule: "openai-key", prefix: "sk-proj-", body: isBase64URL, min: 20, form: random},
		{rule: "openai-key", prefix: "sk-svcacct-", body: isBase64URL, min: 20, form: random},
		{rule: "openai-key", prefix: "sk-admin-", body: isBase64URL, min: 20, form: random},
		{rule: "openai-key", prefix: "sess-", body: isAlnum, min: 40, max: 40, form: bounded | random},
		// Also those of DeepSeek, Moonshot, DashScope, StepFun, LiteLLM and others.
		{rule: "openai-key", prefix: "sk-", body: isBase64URL, min: 16, form: bounded | random, not: isKeyType},
		{rule: "openai-key", prefix: "sk-", body: isAlnum, min: 32, form: afterWord | random},
		{rule: "google-key", prefix: "AIza", body: isBase64URL, min: 35, form: inImage},
		{rule: "google-key", prefix: "GOCSPX-", body: isBase64URL, min: 20},
		{rule: "google-key", prefix: "ya29.", body: isDotted, min: 30},
		{rule: "google-key", prefix: "1//0", body: isBase64URL, min: 30, form: random},
		{rule: "groq-key", prefix: "gsk_", body: isAlnum, min: 40},
		{rule: "xai-key", prefix: "xai-", body: isAlnum, min: 40},
		{rule: "nvidia-key", prefix: "nvapi-", body: isBase64URL, min: 40},
		{rule: "perplexity-key", prefix: "pplx-", body: isAlnum, min: 32},
		{rule: "tavily-key", prefix: "tvly-", body: isBase64URL, min: 16, form: random},
		{rule: "replicate-token", prefix: "r8_", body: isAlnum, min: 36, form: random},
		{rule: "huggingface-token", prefix: "hf_", body: isAlnum, min: 30, form: bounded},
		{rule: "huggingface-token", prefix: "hf_", body: isAlnum, min: 30, max: 40, form: random},
		{rule: "huggingface-token", prefix: "api_org_", body: isAlnum, min: 30},
		{rule: "together-key", prefix: "tgp_v1_", body: isBase64URL, min: 30},
		{rule: "fireworks-key", prefix: "fw_", body: isAlnum, min: 20, form: bounded | random},
		{rule: "cerebras-key", prefix: "csk-", body: isAlnum, min: 30, form: bounded | random},
		{rule: "pinecone-key", prefix: "pcsk_", body: isWord, min: 40},
		{rule: "langsmith-key", prefix: "lsv2_pt_", body: isWord, min: 30},
		{rule: "langsmith-key", prefix: "lsv2_sk_", body: isWord, min: 30},
		{rule: "langsmith-key", prefix: "ls__", body: isHex, min: 32},
		{rule: "wandb-key", prefix: "wandb_v1_", body: isBase64URL, min: 30},
		{rule: "elevenlabs-key", prefix: "sk_", body: isHex, min: 48, max: 48},
		{rule: "voyage-key", prefix: "pa-", body: isBase64URL, min: 40, max: 50, form: bounded | random},
		{rule: "jina-key", prefix: "jina_", body: isBase64URL, min: 40, form: random},
		{rule: "firecrawl-key", prefix: "fc-", body: isHex, min: 32, max: 32, form: bounded},
		{rule: "e2b-key", prefix: "e2b_", body: isHex, min: 40},
		{rule: "browserbase-key", prefix: "bb_live_", body: isBase64URL, min: 20, form: random}, // Browserbase
		{rule: "context7-key", prefix: "ctx7sk-", body: isBase64URL, min: 20},
		{rule: "sourcegraph-token", prefix: "sgp_", body: isWord, min: 40},
		{rule: "sourcegraph-token", prefix: "slk_", body: isHex, min: 64},
		{rule: "cursor-key", prefix: "crsr_", body: isHex, min: 40},
		{rule: "volcengine-key", prefix: "AKLT", body: isAlnum, min: 40, form: bounded | random},
		{rule: "qianfan-key", prefix: "bce-v3/ALTAK-", body: isPathy, min: 40},
		{rule: "modelscope-token", prefix: "ms-", body: isUUIDByte, min: 36, max: 36, form: bounded},
	}
}

// isKeyType reports SSH's names of keys on hardware: sk-ssh-ed25519@openssh.com.
func isKeyType(body []byte) bool {
	return bytes.HasPrefix(body, []byte("ssh-")) || bytes.HasPrefix(body, []byte("ecdsa-"))
}

func isPathy(c byte) bool     { return isBase64URL(c) || c == '/' }
func isUUIDByte(c byte) bool  { return isHex(c) || c == '-' }
func isStd64(c byte) bool     { return isAlnum(c) || c == '+' || c == '/' || c == '=' }
func isDottedEq(c byte) bool  { return isDotted(c) || c == '=' }
func isLowerNum(c byte) bool  { return isDigit(c) || isLower(c) }
func isUpperNum(c byte) bool  { return isDigit(c) || isUpper(c) }
func isBase64Any(c byte) bool { return isBase64(c) || c == '=' }

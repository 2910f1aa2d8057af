package redact

// moneyTokens are the keys of payment, trade and shops.
func moneyTokens() []token {
	return []token{
		{rule: "stripe-key", prefix: "sk_live_", body: isAlnum, min: 10},
		{rule: "stripe-key", prefix: "rk_live_", body: isAlnum, min: 10},
		{rule: "stripe-key", prefix: "sk_prod_", body: isAlnum, min: 10},
		{rule: "stripe-key", prefix: "sk_test_", body: isAlnum, min: 10, form: random},
		{rule: "stripe-key", prefix: "rk_test_", body: isAlnum, min: 10, form: random},
		{rule: "webhook-secret", prefix: "whsec_", body: isBase64Any, min: 20, form: random},
		{rule: "square-token", prefix: "sq0atp-", body: isBase64URL, min: 20},
		{rule: "square-token", prefix: "sq0csp-", body: isBase64URL, min: 20},
		{rule: "square-token", prefix: "EAAA", body: isBase64URL, min: 56, max: 62, form: bounded | random | inImage},
		{rule: "shopify-token", prefix: "shpat_", body: isHex, min: 32},
		{rule: "shopify-token", prefix: "shpca_", body: isHex, min: 32},
		{rule: "shopify-token", prefix: "shppa_", body: isHex, min: 32},
		{rule: "shopify-token", prefix: "shpss_", body: isHex, min: 32},
		{rule: "shopify-token", prefix: "shptka_", body: isHex, min: 32},
		{rule: "braintree-token", prefix: "access_token$production$", body: isBraintree, min: 40},
		{rule: "braintree-token", prefix: "access_token$sandbox$", body: isBraintree, min: 40},
		{rule: "plaid-token", prefix: "access-sandbox-", body: isUUIDByte, min: 36},
		{rule: "plaid-token", prefix: "access-development-", body: isUUIDByte, min: 36},
		{rule: "plaid-token", prefix: "access-production-", body: isUUIDByte, min: 36},
		{rule: "flutterwave-key", prefix: "FLWSECK_TEST-", body: isBase64URL, min: 12},
		{rule: "flutterwave-key", prefix: "FLWSECK-", body: isBase64URL, min: 30},
		{rule: "paystack-key", prefix: "sk_paystack_", body: isAlnum, min: 20},
		{rule: "razorpay-key", prefix: "rzp_live_", body: isAlnum, min: 14},
		{rule: "razorpay-key", prefix: "rzp_test_", body: isAlnum, min: 14, form: random},
		{rule: "gocardless-token", prefix: "live_", body: isDottedEq, min: 40, max: 42, form: bounded | random},
		{rule: "mollie-key", prefix: "live_", body: isAlnum, min: 30, max: 35, form: bounded | random},
		{rule: "adyen-key", prefix: "AQE", body: isStd64, min: 100, form: bounded},
		{rule: "wallet-key", prefix: "xprv", body: isAlnum, min: 100},
	}
}

func isBraintree(c byte) bool { return isAlnum(c) || c == '$' }

package redact

// Rules returns the names of all rules, those of Bytes first and then those of
// EnvMap, in a fixed order for reports.
func Rules() []string {
	var names []string
	for _, r := range rules() {
		names = append(names, r.name)
	}
	return append(names, ruleEnv, ruleConfig)
}

func rules() []rule {
	list := []rule{
		{name: "home", replacement: homePlaceholder, anchors: homeAnchors()},
		{name: "private-key", anchors: []anchor{{"-----BEGIN ", 5, findPrivateKey}}},
		{name: "authorization", anchors: authorizationAnchors()},
		{name: "url-password", anchors: []anchor{{"://", 0, findURLPassword}}},
		{name: "assignment", anchors: assignmentAnchors()},
		{name: "jwt", anchors: []anchor{{"eyJ", 1, findJWT}}},
		{name: "telegram-token", anchors: []anchor{{":AA", 0, findTelegram}}},
	}
	list = append(list, tokenRules()...)
	for i := range list {
		if list[i].replacement == "" {
			list[i].replacement = redacted(list[i].name)
		}
	}
	return list
}

package redact

const ruleHome = "home"

// Rules returns the names of all rules, those of Bytes first and then those of
// EnvMap, in a fixed order for reports.
func Rules() []string {
	var names []string
	for _, r := range rules() {
		names = append(names, r.name)
	}
	return append(names, ruleEnv, ruleConfig)
}

// rules are tried in this order where several begin at the same place.
func rules() []rule {
	list := []rule{{name: ruleHome, replacement: homePlaceholder, anchors: homeAnchors()}}
	list = append(list, keyFileRules()...)
	list = append(list, headerRules()...)
	list = append(list, urlRules()...)
	list = append(list, tokenRules()...)
	list = append(list, shapeRules()...)
	list = append(list, hashRules()...)
	list = append(list, commandRule(), codeRule(), vendorRule(), rule{name: "assignment", anchors: assignmentAnchors()})
	for i := range list {
		if list[i].replacement == "" {
			list[i].replacement = redacted(list[i].name)
		}
	}
	return list
}

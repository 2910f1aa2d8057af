package clawarena

import (
	"path"
	"regexp"
)

var (
	checkScript  = regexp.MustCompile(`/scripts/(check_\w+\.py)\b`)
	pythonSearch = regexp.MustCompile(`\bre\.(?:search|findall|match|compile)\(\s*r?(?:"([^"\n]{2,160})"|'([^'\n]{2,160})')`)
)

// patterns returns the regular expressions in the scripts that a command runs. The scripts are in
// the questions' directory and are never executed. Many copies of a dataset lack them.
func (d *dataset) patterns(questions, command string) (list []string) {
	for _, m := range checkScript.FindAllStringSubmatch(command, -1) {
		rec, err := d.in.Record(path.Join(path.Dir(questions), "scripts", m[1]))
		if err != nil {
			continue
		}
		for _, found := range pythonSearch.FindAllSubmatch(rec.Data, -1) {
			list = append(list, string(found[1])+string(found[2]))
		}
	}
	return list
}

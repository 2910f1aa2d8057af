package harbor

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// mainKey is the reward key by which Harbor's viewer sorts.
const mainKey = "reward"

// metaPrefix marks keys of reward.json that are data, not rewards.
const metaPrefix = "_meta_"

// rewards holds valid rewards as numbers and invalid ones as text, by key.
type rewards struct {
	num map[string]float64
	odd map[string]string
}

func (r rewards) stated() bool { return len(r.num)+len(r.odd) > 0 }

func (r rewards) keys() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for k := range r.num {
			if !yield(k) {
				return
			}
		}
		for k := range r.odd {
			if !yield(k) {
				return
			}
		}
	})
}

// parseRewards parses rewards. Booleans count as 1 and 0, as in Harbor.
func parseRewards(raw map[string]jsontext.Value) rewards {
	r := rewards{num: map[string]float64{}, odd: map[string]string{}}
	for key, v := range raw {
		if strings.HasPrefix(key, metaPrefix) {
			continue
		}
		var n float64
		switch v.Kind() {
		case '0':
			if json.Unmarshal(v, &n) != nil || math.IsInf(n, 0) {
				r.odd[key] = spelled(v)
				continue
			}
			r.num[key] = n
		case 't':
			r.num[key] = 1
		case 'f':
			r.num[key] = 0
		default:
			r.odd[key] = spelled(v)
		}
	}
	return r
}

func spelled(v jsontext.Value) string { return ingest.Scalar{Raw: v}.String() }

type verdict struct {
	score   *float64 // score; nil without valid rewards
	main    []string // keys of the rewards that determine the score
	spoiled []string // descriptions of invalid rewards among them
}

// verdict computes the score by the rule in the package comment.
func (r rewards) verdict() verdict {
	v := verdict{main: r.keys()}
	if slices.Contains(v.main, mainKey) {
		v.main = []string{mainKey}
	}
	if len(v.main) == 0 {
		return v
	}
	sum := 0.0
	for _, k := range v.main {
		n, ok := r.num[k]
		switch {
		case !ok:
			v.spoiled = append(v.spoiled, fmt.Sprintf("reward %q is %s, not a number", k, r.odd[k]))
		case !(n >= 0 && n <= 1):
			v.spoiled = append(v.spoiled, fmt.Sprintf("reward %q is %v, outside of 0..1", k, n))
		}
		sum += n
	}
	if len(v.spoiled) == 0 {
		v.score = new(sum / float64(len(v.main)))
	}
	return v
}

func (v verdict) note() string {
	switch {
	case len(v.spoiled) > 0:
		return strings.Join(v.spoiled, "; ") + ": the attempt scores 0"
	case len(v.main) > 1:
		return fmt.Sprintf("no reward is called %q, so the score is the mean of %s", mainKey, strings.Join(v.main, ", "))
	}
	return ""
}

// checks returns one check per reward. Only rewards that determine the score have a weight. An
// invalid reward has neither passed nor failed.
func (r rewards) checks(v verdict, day string) []results.Check {
	var out []results.Check
	for _, key := range r.keys() {
		c := results.Check{ID: key, Day: day, Detail: r.odd[key]}
		if n, ok := r.num[key]; ok {
			c.Detail = strconv.FormatFloat(n, 'g', -1, 64)
			if n >= 0 && n <= 1 {
				c.Passed = new(n >= 1)
			}
		}
		if day == "" && slices.Contains(v.main, key) {
			c.Weight = 1
		}
		out = append(out, c)
	}
	return out
}

// rewardFiles holds the contents of the verifier's reward files.
type rewardFiles struct {
	rewards rewards
	file    string             // name of the file that contains the rewards
	extra   map[string]float64 // numbers in reward.json that are not rewards
	flags   map[string]bool    // booleans in reward.json and in its "checks"
	notes   []results.Warning
}

// readRewardFiles reads reward.txt and reward.json. reward.txt takes precedence, because harness
// versions differ and it agrees with result.json in all real records that have both.
func (j *job) readRewardFiles(dir string) rewardFiles {
	var out rewardFiles
	name := dir + "/reward.txt"
	if rec, err := j.record(name); err == nil {
		n, err := strconv.ParseFloat(strings.TrimSpace(string(rec.Data)), 64)
		switch {
		case len(strings.TrimSpace(string(rec.Data))) == 0:
			out.notes = append(out.notes, ingest.Warn(name, 0, "reward.txt is empty"))
		case err != nil || math.IsNaN(n) || math.IsInf(n, 0):
			out.notes = append(out.notes, ingest.Warn(name, 1, "reward.txt contains no number"))
			out.rewards, out.file = rewards{odd: map[string]string{mainKey: spelled(bytes.TrimSpace(rec.Data))}}, name
		default:
			out.rewards, out.file = rewards{num: map[string]float64{mainKey: n}}, name
		}
	} else if !isMissing(err) {
		out.notes = append(out.notes, ingest.Warn(name, 0, "%v", err))
	}
	j.readRewardJSON(dir+"/reward.json", &out)
	return out
}

func (j *job) readRewardJSON(name string, out *rewardFiles) {
	rec, err := j.record(name)
	if err != nil {
		if !isMissing(err) {
			out.notes = append(out.notes, ingest.Warn(name, 0, "%v", err))
		}
		return
	}
	var raw map[string]jsontext.Value
	if err := rec.Decode(&raw); err != nil {
		out.notes = append(out.notes, ingest.WarnOf(name, "", err))
		return
	}
	nums := map[string]float64{}
	out.flags = map[string]bool{}
	for key, v := range raw {
		switch v.Kind() {
		case '0':
			var n float64
			if json.Unmarshal(v, &n) == nil && !strings.HasPrefix(key, metaPrefix) {
				nums[key] = n
			}
		case 't', 'f':
			if out.flags[key] = v.Kind() == 't'; key == mainKey {
				nums[key] = parseRewards(map[string]jsontext.Value{key: v}).num[key]
				delete(out.flags, key)
			}
		case '{':
			var inner map[string]bool
			if key == "checks" && jsonOnly(v, &inner) {
				maps.Copy(out.flags, inner)
			}
		}
	}
	out.extra = nums
	main, said := nums[mainKey]
	switch {
	case out.rewards.stated():
		if n, ok := out.rewards.num[mainKey]; said && (!ok || n != main) {
			out.notes = append(out.notes, ingest.Warn(name, 0, "reward.json says %v, but reward.txt says %s: using reward.txt", main,
				out.rewards.spell(mainKey)))
		}
	case raw[mainKey] != nil && !said:
		// A text value makes the main reward invalid. Under any other key, text is data.
		out.rewards, out.file = rewards{num: nums, odd: map[string]string{mainKey: spelled(raw[mainKey])}}, name
	case len(nums) > 0:
		out.rewards, out.file = rewards{num: nums}, name
	}
}

func (r rewards) spell(key string) string {
	if n, ok := r.num[key]; ok {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	return r.odd[key]
}

func flagChecks(flags map[string]bool) []results.Check {
	var out []results.Check
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		out = append(out, results.Check{ID: key, Passed: new(flags[key])})
	}
	return out
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

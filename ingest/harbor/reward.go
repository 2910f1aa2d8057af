package harbor

import (
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// mainKey is the reward that Harbor's own viewer sorts by.
const mainKey = "reward"

// metaPrefix marks members of reward.json that carry data, not rewards.
const metaPrefix = "_meta_"

// rewards are the numbers of a verdict by key.
type rewards map[string]float64

// parseRewards takes the numbers out of a record's rewards. Truth values count
// as 1 and 0, as in Harbor. It returns the keys that hold something else.
func parseRewards(raw map[string]jsontext.Value) (r rewards, odd []string) {
	r = rewards{}
	for _, key := range slices.Sorted(maps.Keys(raw)) {
		var n float64
		switch v := raw[key]; v.Kind() {
		case '0':
			if json.Unmarshal(v, &n) != nil || math.IsInf(n, 0) {
				odd = append(odd, key)
				continue
			}
		case 't':
			n = 1
		case 'f':
		default:
			if !strings.HasPrefix(key, metaPrefix) {
				odd = append(odd, key)
			}
			continue
		}
		if !strings.HasPrefix(key, metaPrefix) {
			r[key] = n
		}
	}
	return r, odd
}

// verdict is the score of a trial and how it came about.
type verdict struct {
	score *float64
	raw   *float64 // before the check of its range
	main  []string // keys that the score is made of
	note  string   // what a reader has to know
}

// verdict applies the rule of the package comment.
func (r rewards) verdict() verdict {
	keys := slices.Sorted(maps.Keys(r))
	var v verdict
	switch _, ok := r[mainKey]; {
	case len(keys) == 0:
		return v
	case ok:
		v.main = []string{mainKey}
	case len(keys) == 1:
		v.main = keys
	default:
		v.main = keys
		v.note = fmt.Sprintf("no reward is called %q, so the score is the mean of %s", mainKey, strings.Join(keys, ", "))
	}
	var sum float64
	for _, k := range v.main {
		sum += r[k]
		if r[k] < 0 || r[k] > 1 {
			v.note = fmt.Sprintf("reward %s is %v, outside of 0..1: the trial has no score", k, r[k])
		}
	}
	mean := sum / float64(len(v.main))
	v.raw = &mean
	if !strings.Contains(v.note, "outside") {
		score := mean
		v.score = &score
	}
	return v
}

// checks shows each reward as a check; only those that make the score weigh.
func (r rewards) checks(v verdict, day string) []results.Check {
	var out []results.Check
	for _, key := range slices.Sorted(maps.Keys(r)) {
		full := r[key] >= 1
		c := results.Check{ID: key, Day: day, Passed: &full, Detail: strconv.FormatFloat(r[key], 'g', -1, 64)}
		if day == "" && slices.Contains(v.main, key) {
			c.Weight = 1
		}
		out = append(out, c)
	}
	return out
}

// rewardFiles is what a verifier's directory says about the reward.
type rewardFiles struct {
	rewards rewards
	file    string             // the record that rewards comes from
	extra   map[string]float64 // other numbers of reward.json
	flags   map[string]bool    // truth values of reward.json and its "checks"
	notes   []results.Warning
}

// readRewardFiles reads reward.txt and reward.json in dir. Where both exist
// reward.txt wins: versions of the harness differ in their order, and in all
// real records with both it is reward.txt that agrees with result.json.
func (j *job) readRewardFiles(dir string) rewardFiles {
	var out rewardFiles
	name := dir + "/reward.txt"
	if rec, err := j.record(name); err == nil {
		n, err := strconv.ParseFloat(strings.TrimSpace(string(rec.Data)), 64)
		switch {
		case len(strings.TrimSpace(string(rec.Data))) == 0:
			out.notes = append(out.notes, ingest.Warn(name, 0, "reward.txt is empty"))
		case err != nil || math.IsNaN(n) || math.IsInf(n, 0):
			out.notes = append(out.notes, ingest.Warn(name, 1, "reward.txt holds no number"))
		default:
			out.rewards, out.file = rewards{mainKey: n}, name
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
		out.notes = append(out.notes, warnOf(name, err))
		return
	}
	nums := rewards{}
	out.flags = map[string]bool{}
	for key, v := range raw {
		switch v.Kind() {
		case '0':
			var n float64
			if json.Unmarshal(v, &n) == nil && !strings.HasPrefix(key, metaPrefix) {
				nums[key] = n
			}
		case 't', 'f':
			out.flags[key] = v.Kind() == 't'
		case '{':
			var inner map[string]bool
			if key == "checks" && json.Unmarshal(v, &inner) == nil {
				maps.Copy(out.flags, inner)
			}
		}
	}
	if main, ok := nums[mainKey]; ok && out.rewards != nil && main != out.rewards[mainKey] {
		out.notes = append(out.notes, ingest.Warn(name, 0, "reward.json says %v, reward.txt says %v: reward.txt counts", main, out.rewards[mainKey]))
	}
	if out.rewards == nil && len(nums) > 0 {
		out.rewards, out.file = nums, name
	}
	out.extra = nums
}

// flagChecks shows the truth values of reward.json as checks without weight.
func flagChecks(flags map[string]bool) []results.Check {
	var out []results.Check
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		passed := flags[key]
		out = append(out, results.Check{ID: key, Passed: &passed})
	}
	return out
}

func isMissing(err error) bool { return errorsIs(err, fs.ErrNotExist) }

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// attempt is something written by hand for a round. An empty want means that
// the check has to pass; otherwise it has to fail and give this reason.
type attempt struct {
	scenario, round, path, text, want string
	pref                              bool // what the preference's check should say
}

const goodBrief = "# Move\n\n## When\nKeys on 27 March 2026.\n## Who\nNorthwind, EUR 7,440.00.\n## What\n22 places, lift 450 kg.\n\nSources: landlord_letter.md\n"

const goodReply = "ref: PO-2026-017\n## Cartons\n4 cartons were short; we accept the credit note of USD 332.00, white tea at USD 112.00.\n## Heat\nThere is no claim for heat.\n"

const goodReport = "Prepared for: Noor Haddad\n## Cause\nThe proxies were not reloaded; the power held.\n## Time\nFrom 08:25 CET to 11:44 CET.\n## Length\n199 minutes.\n## Loans\n6 loans.\n"

func goodAttempts() []attempt {
	return []attempt{
		{"ex_office_move", "q3", "out/2026-03-02_desk_plan.txt", "desks_needed: 21\ndesk_limit: 22\ndesks_drawn: 24\nspare_places: 1\n", "", true},
		{"ex_office_move", "q3", "out/desk_plan.txt", "desks_needed: 21\ndesk_limit: 22\ndesks_drawn: 24\nspare_places: 1\n", "", false},
		{"ex_office_move", "q5", "out/move_dates.txt", "keys_date: 2026-03-27\nold_rooms_until: 2026-03-31\ndays_between: 4\nlate_fee_per_day: 184.00\nSources: lease_old.md\n", "", true},
		{"ex_office_move", "q7", "out/2026-03-02_mover_choice.txt", "mover: Northwind\nprice_gross: 7440.00\nother_price_gross: 7660.00\nsaving: 220.00\nSources: quotes\n", "", true},
		{"ex_office_move", "q8", "out/desk_plan.txt", "desks_needed: 23\ndesk_limit: 22\ndesks_drawn: 24\nspare_places: -1\n", "", false},
		{"ex_office_move", "q10", "out/2026-03-02_move_brief.md", goodBrief, "", false},
		{"ex_office_move", "q11", "tools/over_limit.sh", "sed 1d it_inventory.csv | while IFS=, read -r item _ kg goes; do [ \"$goes\" = yes ] && [ \"$kg\" -gt \"$1\" ] && echo \"$item\"; done\ntrue\n", "", false},
		{"ex_tea_shipment", "q3", "out/shortage.txt", "ref: PO-2026-017\nordered: 240\npacked: 236\nshort_total: 4\nshort_white: 2\nshort_jasmine: 2\n", "", true},
		{"ex_tea_shipment", "q4", "out/heat_log.txt", "max_recorded: 33.9\nreadings_over_30: 5\nfirst_over_30: 2026-04-24T12:00Z\n", "", false},
		{"ex_tea_shipment", "q6", "out/claim_decision.txt", "heat_claim: no\nwater_claim: yes\nwet_cartons: 8\nnotify_by: 2026-05-18\ndeductible: USD 150.00\n", "", true},
		{"ex_tea_shipment", "q6", "out/claim_decision.txt", "heat_claim: no\nwater_claim: yes\nwet_cartons: 8\nnotify_by: 2026-05-18\ndeductible: 150.00\n", "", false},
		{"ex_tea_shipment", "q7", "out/settlement.txt", "settlement: credit\ncredit_total: 332.00\nwhite_price: USD 112.00\n", "", false},
		{"ex_tea_shipment", "q9", "out/reply_to_supplier.md", goodReply, "", false},
		{"ex_library_outage", "q2", "out/times.txt", "Prepared for: Noor Haddad\nlog_start: 08:12 CET\nlog_end: 11:31\nstatus_start: 08:55\nstatus_end: 11:40 CET\n", "", true},
		{"ex_library_outage", "q4", "tools/errors_per_hour.sh", "grep ,503, \"$1\" | cut -c 12-13 | sort | uniq -c | sed 's/^ *\\([0-9]*\\) \\(.*\\)/\\2 \\1/'\n", "", false},
		{"ex_library_outage", "q6", "out/incident_form.txt", "cause: not_reloaded\nstart: 08:25 CET\nend: 11:44 CET\ndowntime_minutes: 199\n", "", true},
		{"ex_library_outage", "q7", "out/loans_lost.txt", "estimate: 214\nsent_up_by_branches: 167\nkeyed_in: 41\nlost: 6\n", "", false},
		{"ex_library_outage", "q9", "out/incident_report.md", goodReport, "", false},
	}
}

func badAttempts() []attempt {
	return []attempt{
		{"ex_office_move", "q3", "out/desk_plan.txt", "desks_needed: 26\ndesk_limit: 22\ndesks_drawn: 24\nspare_places: -4\n", "FAILED: field 'desks_needed' is '26', expected '21'", false},
		{"ex_office_move", "q3", "out/desk_plan.txt", "desks_needed: 21\ndesks_needed: 26\ndesk_limit: 22\ndesks_drawn: 24\n", "FAILED: field 'desks_needed' is given 2 times\nFAILED: missing field 'spare_places'", false},
		{"ex_office_move", "q10", "out/move_brief.md", goodBrief, "FAILED: [P1] the name 'move_brief.md' does not begin with 2026-03-02_", false},
		{"ex_office_move", "q10", "out/2026-03-02_move_brief.md", strings.Replace(goodBrief, "Sources", "From", 1), "FAILED: [P2]", false},
		{"ex_office_move", "q10", "out/2026-03-02_move_brief.md", goodBrief + "not on 20 March\n", "FAILED: 20 March should not be there", false},
		{"ex_office_move", "q11", "tools/over_limit.sh", "echo server rack; echo plotter\n", "FAILED: limit 300 on the list printed", false},
		{"ex_tea_shipment", "q6", "out/claim_decision.txt", "heat_claim: yes\nwater_claim: yes\nwet_cartons: 8\nnotify_by: 2026-05-18\ndeductible: USD 15.00\n", "FAILED: field 'heat_claim' is 'yes', expected 'no'\nFAILED: field 'deductible' is 'USD 15.00', expected 'USD 150.00'", true},
		{"ex_tea_shipment", "q9", "out/reply_to_supplier.md", strings.ReplaceAll(goodReply, "USD 112.00", "112.00"), "FAILED: [P2] an amount in", false},
		{"ex_tea_shipment", "q9", "out/reply_to_supplier.md", strings.TrimPrefix(goodReply, "ref: PO-2026-017\n"), "FAILED: the order number not found", false},
		{"ex_tea_shipment", "q9", "out/reply_to_supplier.md", goodReply + "The price of 108 was wrong.\n", "FAILED: the price of 108 should not be there", false},
		{"ex_library_outage", "q4", "tools/errors_per_hour.sh", "printf '07 6\\n08 6\\n09 7\\n10 5\\n'\n", "FAILED: another log gave", false},
		{"ex_library_outage", "q6", "out/incident_form.txt", "cause: not_reloaded\nstart: 08:25\nend: 11:44\nduration_minutes: 199\n", "FAILED: missing field 'downtime_minutes'", false},
		{"ex_library_outage", "q9", "out/incident_report.md", strings.Replace(goodReport, "11:44 CET", "11:44", 1), "FAILED: [P2] a time of day", false},
	}
}

func TestChecksOnHandMadeAnswers(t *testing.T) {
	b := loadExample(t)
	passed := map[string]bool{}
	for _, a := range append(goodAttempts(), badAttempts()...) {
		sc, r := findRound(t, b, a.scenario, a.round)
		root := workspaceAt(t, b, sc, a.round)
		path := filepath.Join(root, filepath.FromSlash(a.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(a.text), 0o644); err != nil {
			t.Fatal(err)
		}
		res := runRoundCheck(t, b, sc, r, r.Eval.Command, root)
		where := a.scenario + "/" + a.round + " with " + a.path
		if a.want == "" && (res.exitCode != 0 || !strings.HasPrefix(res.stdout, "PASSED\n")) {
			t.Errorf("%s: got %+v, want a pass", where, res)
		}
		if a.want != "" && (res.exitCode != 1 || !strings.Contains(res.stdout, a.want)) {
			t.Errorf("%s: got %+v, want %q", where, res, a.want)
		}
		if res.stderr != "" {
			t.Errorf("%s: the check complains: %s", where, res.stderr)
		}
		passed[a.scenario+"/"+a.round] = passed[a.scenario+"/"+a.round] || res.exitCode == 0
		if r.Pref != nil {
			if res := runRoundCheck(t, b, sc, r, r.Pref.Command, root); (res.exitCode == 0) != a.pref {
				t.Errorf("%s: preference gave %+v, want passed=%v", where, res, a.pref)
			}
		}
	}
	for _, sc := range b.scenarios {
		for _, r := range sc.Rounds {
			if !r.multiChoice() && !passed[sc.ID+"/"+r.ID] {
				t.Errorf("%s/%s: no hand-made answer passes", sc.ID, r.ID)
			}
		}
	}
}

func findRound(t *testing.T, b *benchmark, scenarioID, roundID string) (scenario, round) {
	t.Helper()
	for _, sc := range b.scenarios {
		for _, r := range sc.Rounds {
			if sc.ID == scenarioID && r.ID == roundID {
				return sc, r
			}
		}
	}
	t.Fatalf("no round %s/%s", scenarioID, roundID)
	return scenario{}, round{}
}

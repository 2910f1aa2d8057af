package main

import "fmt"

// libraryPlan knows the papers of ex_library_outage.
func libraryPlan() *plan {
	return &plan{
		facts: append(libraryTimes(), libraryCauses()...), claims: libraryClaims(), papers: libraryPapers(),
		scripts: map[string]script{"q4": errorsPerHour()},
		probes: map[string][]call{
			"q3": {shellCall("grep -c ',503,' server_log.csv")},
			"q6": {shellCall("grep -rn 'key' *.md")},
		},
		waits: map[string]string{"q7": "file_to_come"},
		form:  libraryForm,
	}
}

func libraryTimes() []fact {
	// edge returns the time in the first or last row with a mark in a column.
	edge := func(column int, mark string, at, width int, last bool) func(rows [][]string) (string, bool) {
		return func(rows [][]string) (found string, ok bool) {
			for _, r := range rows {
				if r[column] == mark && (last || !ok) {
					found, ok = r[0][at:at+width], true
				}
			}
			return found, ok
		}
	}
	log, probes := "server_log.csv", "monitoring_export.csv"
	return []fact{
		given("log_first_utc", rows(log, edge(1, "503", 11, 5, false))),
		given("log_last_utc", rows(log, edge(1, "503", 11, 5, true))),
		worked("log_start", shift("log_first_utc", 60)),
		worked("log_end", shift("log_last_utc", 60)),
		given("monitoring_start", rows(probes, edge(2, "down", 11, 5, false))),
		given("monitoring_end", rows(probes, edge(2, "down", 11, 5, true))),
		given("status_start", from("status_page.md", `\| (\d\d:\d\d) \| The catalogue cannot`)),
		given("status_end", from("status_page.md", `\| (\d\d:\d\d) \| The catalogue is back`)),
		given("log_clock_slow_by", from("vendor_report.md", `clock was (\d+) minutes slow`)),
		worked("start", corrected("log_start")),
		worked("end", corrected("log_end")),
		worked("outage_minutes", between("start", "end")),
		worked("status_behind_log", between("log_start", "status_start")),
		worked("clocks_apart_at_start", between("log_start", "monitoring_start")),
		worked("clocks_apart_at_end", between("log_end", "monitoring_end")),
		given("power_cut_at", from("chat.md", `power cut at (\d\d:\d\d)`)),
		worked("log_before_power_cut", func(l look) (string, bool) {
			d, ok := between("log_start", "power_cut_at")(l)
			if toInt(d) > 0 {
				return "yes", ok
			}
			return "no", ok
		}),
		// Takes the time as it stands: the zone behind it goes unread.
		given("renewed_at", from("vendor_report.md", `renewed on 16 February at (\d\d:\d\d)`)),
		worked("minutes_from_renewal", func(l look) (string, bool) {
			d, ok := between("renewed_at", "start")(l)
			return fmt.Sprint(24*60 + toInt(d)), ok
		}),
	}
}

func libraryCauses() []fact {
	return []fact{
		given("cause", says("chat.md", `There was a power cut at`, "power_cut"), says("chat.md", `nobody renewed the certificate`, "not_renewed"),
			says("server_log.csv", `certificate has expired`, "not_renewed"), says("vendor_report.md", `were not reloaded`, "not_reloaded")),
		worked("cause_sentence", func(l look) (string, bool) {
			v, ok := l("cause")
			return map[string]string{
				"power_cut": "There was a power cut.", "not_renewed": "The certificate was not renewed.",
				"not_reloaded": "The certificate had been renewed, but the proxies were not reloaded.",
			}[v], ok
		}),
		given("log_message", says("server_log.csv", `certificate has expired`, "certificate expired")),
		given("ups_load_lost", from("ups_log.md", `Load lost: (\w+)`)),
		given("renewal_state", from("change_calendar.md", `CHG-311 .* \| (\w+) \|`)),
		given("renewal_by", from("change_calendar.md", `CHG-311 \| [^|]+ \| ([^|]+) \|`)),
		given("status_page_kept", says("status_page.md", `made by hand`, "by hand")),
		given("estimate_basis", from("loans.md", `from the (hourly mean)`)),
		given("estimate", from("loans.md", `makes (\d+) loans`), from("chat.md", `some (\d+) loans lost`)),
		given("file_to_come", from("loans.md", `will come as (\S+)`)),
		given("table_sent", says("branch_reports.md", `did not send a table`, "no")),
		given("east", from("branch_reports.md", `East .* (\d+) loans`)),
		given("harbour", from("branch_reports.md", `Harbour .* (\d+) loans`)),
		worked("sent_up_by_branches", func(l look) (string, bool) { return sum(l, "east", "harbour") }),
		given("keyed_in", from("branch_reports.md", `(\d+) of them were keyed`)),
		worked("recovered", func(l look) (string, bool) { return sum(l, "sent_up_by_branches", "keyed_in") }),
		given("slips", says("branch_reports.md", `wrote paper slips`, "written")),
		given("lost", from("chat.md", `some (\d+) loans lost`), from("loans.md", `makes (\d+) loans`), from("branch_reports.md", `(\d+) loans are lost`)),
	}
}

// clock reads HH:MM as minutes.
func clock(s string) int {
	if len(s) != 5 {
		return 0
	}
	return 60*toInt(s[:2]) + toInt(s[3:])
}

func shift(name string, minutes int) func(look) (string, bool) {
	return func(l look) (string, bool) {
		v, ok := l(name)
		m := clock(v) + minutes
		return fmt.Sprintf("%02d:%02d", m/60, m%60), ok
	}
}

// corrected adds what the log server's clock was slow by, once that is known.
func corrected(name string) func(look) (string, bool) {
	return func(l look) (string, bool) {
		slow, _ := l("log_clock_slow_by")
		return shift(name, toInt(slow))(l)
	}
}

func between(from, to string) func(look) (string, bool) {
	return func(l look) (string, bool) {
		a, ok := l(from)
		b, ok2 := l(to)
		return fmt.Sprint(clock(b) - clock(a)), ok && ok2
	}
}

func libraryClaims() map[string]map[string]claim {
	return map[string]map[string]claim{
		"q1": {
			"A": is("log_start", "08:12"), "B": is("status_behind_log", "43"), "C": is("log_before_power_cut", "yes"),
			"D": isnt("ups_load_lost", "never"), "E": is("renewal_state", "done"), "F": is("log_message", "certificate expired"),
		},
		"q3": {
			"A": all(is("clocks_apart_at_start", "13"), is("clocks_apart_at_end", "13")), "B": is("status_page_kept", "by hand"),
			"C": is("renewal_by", "Folio & Strand"), "D": isnt("estimate_basis", "hourly mean"), "E": is("estimate_basis", "hourly mean"),
		},
		"q5": {
			"A": all(is("cause", "not_reloaded"), is("renewed_at", "18:20")), "B": is("cause", "not_reloaded"),
			"C": is("log_clock_slow_by", "13"), "D": is("start", "08:25"), "E": is("cause", "not_renewed"),
			"F": all(isnt("start", "08:25"), is("monitoring_start", "08:25")), "G": all(is("start", "08:25"), is("outage_minutes", "199")),
		},
		"q8": {
			"A": all(is("lost", "6"), is("estimate", "214")), "B": is("recovered", "208"),
			"C": all(is("east", "96"), is("harbour", "71")), "D": isnt("slips", "written"), "E": isnt("table_sent", "no"),
		},
		"q10": {
			"A": all(is("start", "08:25"), is("end", "11:44"), isnt("status_start", "08:25"), isnt("status_end", "11:44")),
			"B": all(same("start", "monitoring_start"), same("end", "monitoring_end")),
			"C": all(is("cause", "not_reloaded"), is("ups_load_lost", "never")),
			"D": is("minutes_from_renewal", "785"), "E": is("minutes_from_renewal", "845"),
			"F": all(is("renewal_state", "open"), is("cause", "not_reloaded")),
			"G": is("end", "11:31"), "H": is("log_clock_slow_by", "60"),
		},
	}
}

func libraryPapers() map[string]paper {
	return map[string]paper{
		"q2": {name: "times.txt", lines: []string{"log_start: {cet:log_start}", "log_end: {cet:log_end}", "status_start: {cet:status_start}", "status_end: {cet:status_end}"}},
		"q6": {name: "incident_form.txt", lines: []string{"cause: {cause}", "start: {cet:start}", "end: {cet:end}", "duration_minutes: {outage_minutes}"}},
		"q7": {name: "loans_lost.txt", lines: []string{"estimate: {estimate}", "sent_up_by_branches: {sent_up_by_branches}", "keyed_in: {keyed_in}", "lost: {lost}"}},
		"q9": {name: "incident_report.md", lines: []string{
			"# The catalogue on 17 February 2026", "", "## Cause", "", "{cause_sentence}", "",
			"## Time", "", "It began at {cet:start} and ended at {cet:end}.", "",
			"## Length", "", "{outage_minutes} minutes.", "", "## Loans", "", "{lost} loans are lost."}},
	}
}

// libraryForm follows the registry's rules: whom a file is for in its first line
// (P1). CET after a time (P2) is put there when a line is filled.
func libraryForm(p paper, lines []string, learned map[string]bool) (string, []string) {
	if learned["P1"] {
		lines = append([]string{"Prepared for: Noor Haddad"}, lines...)
	}
	return "out/" + p.name, lines
}

func errorsPerHour() script {
	return script{
		path:    "tools/errors_per_hour.sh",
		try:     "sh tools/errors_per_hour.sh server_log.csv",
		careful: "# Prints the hours (UTC) that have errors and the number of lines with status 503.\nawk -F, '$2 == 503 { n[substr($1, 12, 2)]++ } END { for (h in n) print h, n[h] }' \"$1\" | sort\n",
		broad:   "# Prints all hours of the log and the number of their lines.\nawk -F, 'NR > 1 { n[substr($1, 12, 2)]++ } END { for (h in n) print h, n[h] }' \"$1\" | sort\n",
		narrow:  "grep -c 503 server_log.csv\n",
	}
}

package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// officePlan knows the papers of ex_office_move.
func officePlan() *plan {
	return &plan{
		facts: append(append(officeDesks(), officeMovers()...), officeDates()...), claims: officeClaims(), papers: officePapers(),
		scripts: map[string]script{"q11": overLimit()},
		probes: map[string][]call{
			"q4": {shellCall("grep -n -i 'compensation' landlord_letter.md lease_new.md")},
			"q9": {shellCall("grep -n 'EUR' quotes/*.md")},
		},
		form: officeForm,
	}
}

func officeDesks() []fact {
	inventory := func(f func(rows [][]string) (string, bool)) source { return rows("it_inventory.csv", f) }
	return []fact{
		given("desk_limit", from("lease_new.md", `at most (\d+) desk`)),
		given("desks_drawn", from("floor_plan_notes.md", `shows (\d+) desks`)),
		given("plan_before_limit", says("floor_plan_notes.md", `limit had not been set when this plan`, "yes")),
		given("people", from("chat_ops.md", `We are (\d+) people`), rows("headcount.csv", countRows(-1, ""))),
		given("desks_needed", from("chat_ops.md", `so (\d+) desks`), rows("headcount.csv", countRows(3, "yes"))),
		worked("spare_places", minus("desk_limit", "desks_needed")),
		given("joiners", from("the question", `(\d+) designers join`)),
		worked("desks_needed_april", func(l look) (string, bool) { return sum(l, "desks_needed", "joiners") }),
		worked("spare_places_april", minus("desk_limit", "desks_needed_april")),
		given("lift_in_lease", from("lease_new.md", `lift carries (\d+) kg`)),
		given("lift_now", from("lease_new.md", `lift carries (\d+) kg`), from("landlord_letter.md", `lift carries (\d+) kg`)),
		given("moving_weights", inventory(func(rows [][]string) (string, bool) {
			var out []string
			for _, r := range rows {
				if r[3] == "yes" {
					out = append(out, r[2])
				}
			}
			return strings.Join(out, " "), true
		})),
		given("safe_goes_along", inventory(func(rows [][]string) (string, bool) { return cell(rows, "safe", 3) })),
		given("rack_weight", inventory(func(rows [][]string) (string, bool) { return cell(rows, "server rack", 2) })),
		worked("rack_over_lift", func(l look) (string, bool) {
			gap, ok := minus("rack_weight", "lift_now")(l)
			if strings.HasPrefix(gap, "-") {
				return "no", ok
			}
			return "yes", ok
		}),
		worked("too_heavy_by_lease", tooHeavy("lift_in_lease")),
		worked("too_heavy_now", tooHeavy("lift_now")),
	}
}

// tooHeavy counts the items that go along and weigh more than a limit.
func tooHeavy(limit string) func(look) (string, bool) {
	return func(l look) (string, bool) {
		list, ok := l("moving_weights")
		kg, ok2 := l(limit)
		if !ok || !ok2 {
			return "", false
		}
		n := 0
		for _, w := range strings.Fields(list) {
			if toInt(w) > toInt(kg) {
				n++
			}
		}
		return strconv.Itoa(n), true
	}
}

func officeMovers() []fact {
	north, carrow, second := "quotes/mover_northwind.md", "quotes/mover_carrow.md", "quotes/mover_carrow_rev2.md"
	price := `Price: EUR ([\d,.]+)`
	return []fact{
		given("northwind_net", from(north, price+` net`)),
		worked("northwind_gross", func(l look) (string, bool) {
			net, ok := l("northwind_net")
			return money(1.2 * toFloat(net)), ok
		}),
		given("carrow_gross", from(carrow, price), from(second, price)),
		given("carrow_first_gross", from(carrow, price)),
		given("carrow_vat", says(carrow, `including VAT`, "included")),
		given("carrow_rack", says(carrow, `rack is not part`, "left out"), says(second, `rack is still not part`, "left out")),
		given("northwind_rack", says(north, `racks are carried`, "carried")),
		given("carrow_first_until", from(carrow, `up to and including (\d+) March`)),
		given("northwind_days", from(north, `holds for (any day) in March`)),
		given("northwind_cover", from(north, `cover up to EUR ([\d,]+)`)),
		given("carrow_cover", from(carrow, `cover up to EUR ([\d,]+)`)),
		given("chat_gap", from("chat_ops.md", `cheaper by EUR (\d+)`)),
		worked("net_against_gross", func(l look) (string, bool) {
			gap, ok := minus("carrow_first_gross", "northwind_net")(l)
			return strings.TrimSuffix(gap, ".00"), ok
		}),
		worked("carrow_ahead_at_first", minus("northwind_gross", "carrow_first_gross")),
		worked("northwind_ahead_now", minus("carrow_gross", "northwind_gross")),
		worked("mover", byPrice(fixed("Northwind"), fixed("Carrow"))),
		worked("price_gross", byPrice(value("northwind_gross"), value("carrow_gross"))),
		worked("other_price_gross", byPrice(value("carrow_gross"), value("northwind_gross"))),
		worked("saving", func(l look) (string, bool) {
			gap, ok := l("northwind_ahead_now")
			return strings.TrimPrefix(gap, "-"), ok
		}),
	}
}

// byPrice gives one of two values: the first if Northwind is the cheaper mover.
func byPrice(north, carrow func(look) (string, bool)) func(look) (string, bool) {
	return func(l look) (string, bool) {
		gap, ok := l("northwind_ahead_now")
		if !ok {
			return "", false
		}
		if strings.HasPrefix(gap, "-") {
			return carrow(l)
		}
		return north(l)
	}
}

func fixed(value string) func(look) (string, bool) {
	return func(look) (string, bool) { return value, true }
}

func value(name string) func(look) (string, bool) {
	return func(l look) (string, bool) { return l(name) }
}

func officeDates() []fact {
	day := `\((\d{4}-\d\d-\d\d)\)`
	return []fact{
		given("keys_date", from("lease_new.md", day), from("landlord_letter.md", day)),
		given("keys_date_in_lease", from("lease_new.md", day)),
		given("rent_begins", says("lease_new.md", `on which the keys are handed over`, "with the keys"), says("landlord_letter.md", `rent begins on that day`, "with the keys")),
		given("old_rooms_until", from("lease_old.md", day)),
		worked("days_between", func(l look) (string, bool) {
			a, b, ok := days(l, "keys_date", "old_rooms_until")
			return strconv.Itoa(int(b.Sub(a).Hours() / 24)), ok
		}),
		// Counts Monday to Friday: it has no notion of a company's day off.
		worked("working_days_left", func(l look) (string, bool) {
			a, b, ok := days(l, "keys_date", "old_rooms_until")
			n := 0
			for d := a.AddDate(0, 0, 1); !d.After(b); d = d.AddDate(0, 0, 1) {
				if w := d.Weekday(); w != time.Saturday && w != time.Sunday {
					n++
				}
			}
			return strconv.Itoa(n), ok
		}),
		worked("carrow_first_covers_move", func(l look) (string, bool) {
			keys, ok := l("keys_date")
			until, ok2 := l("carrow_first_until")
			if keys <= "2026-03-"+until {
				return "yes", ok && ok2
			}
			return "no", ok && ok2
		}),
		given("old_rent", from("lease_old.md", `rent is EUR ([\d,.]+) a month`)),
		given("late_share", says("lease_old.md", `one\s+thirtieth of the monthly rent`, "one thirtieth")),
		worked("late_fee_per_day", func(l look) (string, bool) {
			rent, ok := l("old_rent")
			_, ok2 := l("late_share")
			return money(toFloat(rent) / 30), ok && ok2
		}),
		given("repaint", says("lease_old.md", `named in annex C, and for no others`, "annex C only")),
		given("rooms_to_repaint", source{"lease_old.md", func(text string) (string, bool) {
			_, list, ok := strings.Cut(text, "Rooms with coloured walls: ")
			return strconv.Itoa(1 + strings.Count(list, ",")), ok
		}}),
		given("deposit_back", from("lease_old.md", `(within ten weeks) after`)),
	}
}

// days parses two facts that are dates.
func days(l look, from, to string) (a, b time.Time, ok bool) {
	x, ok1 := l(from)
	y, ok2 := l(to)
	a, err := time.Parse(time.DateOnly, x)
	b, err2 := time.Parse(time.DateOnly, y)
	return a, b, ok1 && ok2 && err == nil && err2 == nil
}

func officeClaims() map[string]map[string]claim {
	return map[string]map[string]claim{
		"q1": {
			"A": all(is("desk_limit", "22"), is("desks_drawn", "24")),
			"B": is("plan_before_limit", "yes"),
			"C": all(is("desks_needed", "21"), is("people", "26")),
			"D": is("desks_needed", "26"),
			"E": all(same("desks_drawn", "desks_needed"), same("desks_needed", "people")),
			"F": is("too_heavy_by_lease", "1"),
		},
		"q2": {
			"A": is("northwind_gross", "7440.00"), "B": is("carrow_vat", "included"),
			"C": is("carrow_ahead_at_first", "-750.00"), "D": is("carrow_ahead_at_first", "490.00"),
			"E": all(is("carrow_rack", "carried"), is("northwind_rack", "carried")),
			"F": same("net_against_gross", "chat_gap"), "G": is("carrow_first_until", "31"),
		},
		"q4": {
			"A": all(is("keys_date", "2026-03-27"), is("keys_date_in_lease", "2026-03-20")),
			"B": is("keys_date", "2026-03-20"),
			"C": all(is("rent_begins", "with the keys"), is("keys_date", "2026-03-27")),
			"D": is("too_heavy_now", "2"), "E": is("safe_goes_along", "yes"),
			"F": is("days_between", "4"), "G": is("carrow_first_covers_move", "yes"),
		},
		"q6": {
			"A": is("late_fee_per_day", "184.00"), "B": isnt("repaint", "annex C only"),
			"C": isnt("deposit_back", "within ten weeks"), "D": is("working_days_left", "1"),
			"E": is("rooms_to_repaint", "2"),
		},
		"q9": {
			"A": is("northwind_ahead_now", "220.00"), "B": is("carrow_gross", "6950.00"),
			"C": all(is("carrow_ahead_at_first", "490.00"), is("carrow_first_until", "25")),
			"D": isnt("carrow_rack", "left out"), "E": all(is("northwind_cover", "30000"), is("carrow_cover", "50000")),
			"F": is("northwind_ahead_now", "750.00"), "G": is("rack_over_lift", "yes"),
		},
	}
}

func officePapers() map[string]paper {
	return map[string]paper{
		"q3": {name: "desk_plan.txt", lines: []string{"desks_needed: {desks_needed}", "desk_limit: {desk_limit}", "desks_drawn: {desks_drawn}", "spare_places: {spare_places}"},
			sources: []string{"headcount.csv", "lease_new.md", "floor_plan_notes.md"}},
		"q5": {name: "move_dates.txt", lines: []string{"keys_date: {keys_date}", "old_rooms_until: {old_rooms_until}", "days_between: {days_between}", "late_fee_per_day: {late_fee_per_day}"},
			sources: []string{"lease_new.md", "landlord_letter.md", "lease_old.md"}},
		"q7": {name: "mover_choice.txt", lines: []string{"mover: {mover}", "price_gross: {price_gross}", "other_price_gross: {other_price_gross}", "saving: {saving}"},
			sources: []string{"quotes"}},
		"q8": {name: "desk_plan.txt", amend: []string{"desks_needed", "spare_places"},
			lines: []string{"desks_needed: {desks_needed_april}", "spare_places: {spare_places_april}"}},
		"q10": {name: "move_brief.md", lines: []string{
			"# The move to Mill Lane", "", "## When", "", "We get the keys on {keys_date}.", "",
			"## With whom", "", "{mover} carries everything, for EUR {price_gross} with VAT.", "",
			"## What to know", "", "- {desk_limit} desk places are allowed.", "- The goods lift carries {lift_now} kg."},
			sources: []string{"lease_new.md", "landlord_letter.md", "quotes"}},
	}
}

// officeForm follows Ines's rules: the project's date before the name (P1), the
// sources in the last line (P2).
func officeForm(p paper, lines []string, learned map[string]bool) (string, []string) {
	name := p.name
	if learned["P1"] {
		name = "2026-03-02_" + name
	}
	if learned["P2"] {
		lines = append(lines, "", "Sources: "+strings.Join(p.sources, ", "))
	}
	return "out/" + name, lines
}

func overLimit() script {
	return script{
		path:    "tools/over_limit.sh",
		try:     "sh tools/over_limit.sh 450",
		careful: "# Prints the items that go along and weigh more than the limit given.\nawk -F, -v limit=\"$1\" 'NR > 1 && $4 == \"yes\" && $3 + 0 > limit + 0 { print $1 }' it_inventory.csv\n",
		broad:   "# Prints every item that weighs more than the limit given.\nawk -F, -v limit=\"$1\" 'NR > 1 && $3 + 0 > limit + 0 { print $1 }' it_inventory.csv\n",
		narrow:  "echo server rack\necho plotter\n",
	}
}

// money writes an amount with two decimals.
func money(v float64) string { return fmt.Sprintf("%.2f", v) }

package main

import (
	"fmt"
	"slices"
)

// teaPlan knows the papers of ex_tea_shipment, half of which are in Chinese.
func teaPlan() *plan {
	return &plan{
		facts: slices.Concat(teaCartons(), teaHeat(), teaWater()), claims: teaClaims(), papers: teaPapers(),
		probes: map[string][]call{"q5": {shellCall("grep -n 'serial' arrival_report.md calibration_certificate.md")}},
		form:   teaForm,
	}
}

func teaCartons() []fact {
	order, packing, mail, credit := "purchase_order.md", "装箱单.md", "邮件_陈岚.md", "贷记单.md"
	return []fact{
		given("ordered", from(order, `Total: (\d+) cartons`)),
		given("packed", from(packing, `合计：(\d+) 箱`)),
		given("counted", from("arrival_report.md", `two people: (\d+)`)),
		worked("short_total", minus("ordered", "packed")),
		given("ordered_white", from(order, `\(白茶\) \| (\d+)`)),
		given("packed_white", from(packing, `白茶 \| (\d+)`)),
		worked("short_white", minus("ordered_white", "packed_white")),
		given("ordered_jasmine", from(order, `\(茉莉花茶\) \| (\d+)`)),
		given("packed_jasmine", from(packing, `茉莉花茶 \| (\d+)`)),
		worked("short_jasmine", minus("ordered_jasmine", "packed_jasmine")),
		given("seal_packed", from(packing, `封条号：(\w+)`)),
		given("seal_arrived", from("arrival_report.md", `Seal (\w+), whole`)),
		given("order_price_white", from(order, `\(白茶\) \| \d+ \| ([\d.]+)`)),
		given("mail_price_white", from(mail, `白茶单价 (\d+) 美元`)),
		worked("mail_price_white_usd", func(l look) (string, bool) {
			v, ok := l("mail_price_white")
			return v + ".00", ok
		}),
		given("price_corrected", says(credit, `白茶单价有误`, "yes")),
		given("white_price", from(order, `\(白茶\) \| \d+ \| ([\d.]+)`), from(credit, `白茶 \| 2 \| ([\d.]+)`)),
		given("settlement", says(packing, `随下一批补发`, "next_shipment"), says(mail, `随下一批补发`, "next_shipment"), says(credit, `不再补发`, "credit")),
		given("credit_amount", from(credit, `贷记总额：USD ([\d.]+)`)),
		worked("credit_total", func(l look) (string, bool) {
			if v, ok := l("credit_amount"); ok {
				return v, true
			}
			how, ok := l("settlement")
			return "0.00", ok && how == "next_shipment"
		}),
		worked("later_note", func(l look) (string, bool) {
			how, ok := l("settlement")
			return "Please send the cartons with the next shipment, as agreed.", ok && how == "next_shipment"
		}),
		worked("credit_note", func(l look) (string, bool) {
			how, ok := l("settlement")
			return "We accept the credit note.", ok && how == "credit"
		}),
	}
}

func teaHeat() []fact {
	hot := func(rows [][]string) (out [][]string) {
		for _, r := range rows {
			if toFloat(r[1]) > 30 {
				out = append(out, r)
			}
		}
		return out
	}
	return []fact{
		given("readings_over_30", rows("logger.csv", func(t [][]string) (string, bool) { return fmt.Sprint(len(hot(t))), true })),
		given("first_over_30", rows("logger.csv", func(t [][]string) (string, bool) {
			if h := hot(t); len(h) > 0 {
				return h[0][0], true
			}
			return "", false
		})),
		given("max_recorded", rows("logger.csv", func(t [][]string) (string, bool) {
			most := "0.0"
			for _, r := range t {
				if toFloat(r[1]) > toFloat(most) {
					most = r[1]
				}
			}
			return most, true
		})),
		given("logger_travelled", from("arrival_report.md", `serial (\d+)`)),
		given("logger_calibrated", from("calibration_certificate.md", `serial (\d+)`)),
		given("reads_too_high_by", from("calibration_certificate.md", `reads ([\d.]+) °C too high`)),
		worked("max_corrected", func(l look) (string, bool) {
			if _, ok := l("reads_too_high_by"); !ok {
				return l("max_recorded")
			}
			return minus("max_recorded", "reads_too_high_by")(l)
		}),
		worked("too_hot_as_recorded", over30("max_recorded")),
		worked("heat_claim", over30("max_corrected")),
		worked("heat_sentence", func(l look) (string, bool) {
			v, ok := l("heat_claim")
			if v == "no" {
				return "We make no claim for heat.", ok
			}
			return "We make a claim for heat.", ok
		}),
	}
}

func teaWater() []fact {
	record := "验货记录.md"
	return []fact{
		given("wet_cartons", from(record, `受潮 (\d+) 箱`)),
		given("wet_tea", from(record, `均为(茉莉花茶)`)),
		// Reads digits only, and the surveyor counts in characters.
		given("torn_bags", from(record, `其中\s*(\d+)\s*箱内袋破损`)),
		given("torn_rule", says("insurance_terms.md", `only if its inner bag\s+is torn`, "torn bags only")),
		given("water", says(record, `不是海水`, "condensation")),
		given("resale", says(record, `内袋完好者可换箱销售`, "whole bags")),
		given("water_covered", says("insurance_terms.md", `Water, if the outer carton is wet`, "yes")),
		worked("water_claim", func(l look) (string, bool) {
			_, ok := l("wet_cartons")
			v, ok2 := l("water_covered")
			return v, ok && ok2
		}),
		given("calibration_rule", says("insurance_terms.md", `that logger was calibrated`, "calibrated only")),
		given("deductible", from("insurance_terms.md", `USD ([\d.]+) are deducted`)),
		given("arrival", from("arrival_report.md", `\((\d{4}-\d\d-\d\d)\)`)),
		given("notice_days", from("insurance_terms.md", `insurer within (\d+) days`)),
		given("seller_days", from("purchase_order.md", `made within (\d+) days`)),
		worked("notify_by", laterBy("arrival", "notice_days")),
		worked("seller_claims_by", laterBy("arrival", "seller_days")),
	}
}

func over30(name string) func(look) (string, bool) {
	return func(l look) (string, bool) {
		v, ok := l(name)
		if toFloat(v) > 30 {
			return "yes", ok
		}
		return "no", ok
	}
}

func laterBy(date, count string) func(look) (string, bool) {
	return func(l look) (string, bool) {
		from, _, ok := days(l, date, date)
		n, ok2 := l(count)
		return from.AddDate(0, 0, toInt(n)).Format("2006-01-02"), ok && ok2
	}
}

func teaClaims() map[string]map[string]claim {
	return map[string]map[string]claim{
		"q1": {
			"A": all(is("ordered", "240"), is("packed", "236")), "B": is("short_white", "4"),
			"C": same("counted", "packed"), "D": same("seal_arrived", "seal_packed"),
			"E": same("mail_price_white_usd", "order_price_white"), "F": is("settlement", "next_shipment"),
		},
		"q2": {
			"A": is("notify_by", "2026-05-18"), "B": is("seller_claims_by", "2026-05-25"),
			"C": isnt("calibration_rule", "calibrated only"), "D": is("torn_rule", "torn bags only"),
			"E": is("deductible", "0.00"), "F": all(is("too_hot_as_recorded", "yes"), is("readings_over_30", "5")),
		},
		"q5": {
			"A": all(is("reads_too_high_by", "4.2"), same("logger_calibrated", "logger_travelled")),
			"B": is("max_corrected", "29.7"), "C": is("heat_claim", "no"), "D": is("heat_claim", "yes"),
			"E": all(isnt("logger_calibrated", "5519"), is("logger_travelled", "5519")), "F": is("heat_claim", "yes"),
		},
		"q8": {
			"A": all(is("wet_cartons", "8"), is("wet_tea", "茉莉花茶")),
			"B": all(is("torn_bags", "3"), is("torn_rule", "torn bags only")),
			"C": isnt("torn_rule", "torn bags only"), "D": is("water", "condensation"),
			"E": all(is("heat_claim", "yes"), isnt("water", "condensation")), "F": is("resale", "whole bags"),
		},
		"q10": {
			"A": is("settlement", "credit"), "B": is("heat_claim", "no"), "C": isnt("wet_cartons", "8"),
			"D": all(is("mail_price_white", "108"), is("price_corrected", "yes")),
			"E": is("credit_total", "324.00"), "F": all(is("credit_total", "332.00"), is("white_price", "112.00")),
		},
	}
}

func teaPapers() map[string]paper {
	return map[string]paper{
		"q3": {name: "shortage.txt", lines: []string{"ordered: {ordered}", "packed: {packed}", "short_total: {short_total}", "short_white: {short_white}", "short_jasmine: {short_jasmine}"}},
		"q4": {name: "heat_log.txt", lines: []string{"max_recorded: {max_recorded}", "readings_over_30: {readings_over_30}", "first_over_30: {first_over_30}"}},
		"q6": {name: "claim_decision.txt", lines: []string{"heat_claim: {heat_claim}", "water_claim: {water_claim}", "wet_cartons: {wet_cartons}", "notify_by: {notify_by}", "deductible: {usd:deductible}"}},
		"q7": {name: "settlement.txt", lines: []string{"settlement: {settlement}", "credit_total: {usd:credit_total}", "white_price: {usd:white_price}"}},
		"q9": {name: "reply_to_supplier.md", lines: []string{
			"# Our order PO-2026-017", "", "Dear Chen Lan,", "", "## The shortage", "",
			"{short_total} cartons were short, {short_white} of white tea and {short_jasmine} of jasmine tea.",
			"{credit_note} It is for {usd:credit_amount}.", "{later_note}",
			"White tea stands at {usd:white_price} a carton, as ordered.", "",
			"## The temperature", "", "{heat_sentence}", "", "Maja Lindqvist"}},
	}
}

// teaForm follows Maja's rules: the order's number in the first line (P1). The
// currency before an amount (P2) is put there when a line is filled.
func teaForm(p paper, lines []string, learned map[string]bool) (string, []string) {
	if learned["P1"] {
		lines = append([]string{"ref: PO-2026-017"}, lines...)
	}
	return "out/" + p.name, lines
}

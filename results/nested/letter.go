package nested

import "strings"

// Letter is an e-mail.
type Letter struct {
	From, To, CC, Subject, Date string // as the record has them; empty where it does not
	Body                        string
	Unread                      bool
}

// lettersOf reads a list in which each entry has a subject and a sender, and a
// receiver, a date or a body.
func lettersOf(l *list) Value {
	v := Value{Kind: Mail}
	for i := range l.items {
		o := &l.items[i]
		subject, ok := o.text("subject", "Subject")
		from := o.people("from", "From", "sender", "from_email", "from_address")
		if !ok || from == "" || !o.has("to", "To", "recipients", "recipient", "date", "Date", "body", "received_at", "sent_at", "timestamp") {
			return Value{}
		}
		m := Letter{From: from, Subject: subject, To: o.people("to", "To", "recipients", "recipient", "to_email"), CC: o.people("cc", "Cc", "CC")}
		m.Date, _ = o.text("date", "Date", "sent_at", "received_at", "sentAt", "receivedAt", "timestamp", "time")
		m.Body, _ = o.text("body", "body_text", "text", "content", "plain", "snippet", "preview")
		m.Unread = string(o.values["read"]) == "false" || string(o.values["is_read"]) == "false" || string(o.values["unread"]) == "true"
		v.Mails = append(v.Mails, m)
	}
	return v
}

// people lists names or addresses: a string, a list of them, or objects with either.
func (o *object) people(names ...string) string {
	for _, n := range names {
		raw := o.values[n]
		if len(raw) == 0 || string(raw) == "null" {
			continue
		}
		if list := peopleOf(raw); len(list) > 0 {
			return strings.Join(list, ", ")
		}
	}
	return ""
}

func peopleOf(raw []byte) []string {
	if raw[0] == '"' {
		return []string{plain(raw)}
	}
	if o, err := readObject(raw); err == nil {
		name, _ := o.text("name", "displayName", "display_name")
		address, ok := o.text("email", "address", "emailAddress")
		if ok && name != "" {
			return []string{name + " <" + address + ">"}
		}
		if ok || name != "" {
			return []string{name + address}
		}
		return nil
	}
	var all []string
	for _, part := range valuesOf(raw) {
		if len(part) > 0 && part[0] != '[' {
			all = append(all, peopleOf(part)...)
		}
	}
	return all
}

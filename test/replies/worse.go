package replies

import (
	"encoding/json"
	"regexp"
	"strings"
)

// A Flaw makes a good reply mediocre, as weaker models do.
type Flaw struct {
	Name  string
	Spoil func(reply string) string
	// Lies is set if what it spoils is what the answer rests on: then the answer need
	// not be right any more, but must not state what is false.
	Lies bool
}

// Flaws are what is wrong with the replies of weaker models.
func Flaws() []Flaw {
	return []Flaw{
		{Name: "prose around the JSON", Spoil: func(r string) string {
			return "Here is the answer that you asked for:\n```json\n" + r + "\n```\nLet me know if I can help further!"
		}},
		{Name: "wrong case", Spoil: func(r string) string {
			return operation.ReplaceAllStringFunc(r, func(op string) string { return `"op":` + strings.ToUpper(op[len(`"op":`):]) })
		}},
		{Name: "a typo in a citation", Spoil: func(r string) string { return first(cited, r, "[N$1 ]") }},
		{Name: "a note that is not there", Spoil: func(r string) string { return first(cited, r, "[n998]") }, Lies: true},
		{Name: "another note", Spoil: another, Lies: true},
		{Name: "a false number in an item", Spoil: func(r string) string { return number.ReplaceAllString(r, `"number":987654`) }, Lies: true},
		{Name: "asks and misses although it answers", Spoil: func(r string) string {
			return set(set(r, "missing", "everything else"), "ask", "What do you mean?")
		}},
	}
}

var (
	operation = regexp.MustCompile(`"op":\s*"[a-z]+"`)
	cited     = regexp.MustCompile(`\[n(\d+)\]`)
	number    = regexp.MustCompile(`"number"\s*:\s*-?[\d.]+`)
)

// first replaces the first match.
func first(p *regexp.Regexp, text, with string) string {
	at := p.FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	return text[:at[0]] + string(p.ExpandString(nil, with, text, at)) + text[at[1]:]
}

// another has the first citation stand for the note of the last.
func another(reply string) string {
	all := cited.FindAllString(reply, -1)
	if len(all) < 2 || all[0] == all[len(all)-1] {
		return reply
	}
	return strings.Replace(reply, all[0], all[len(all)-1], 1)
}

// set sets a field of a reply that has it.
func set(reply, field, value string) string {
	var all map[string]json.RawMessage
	if json.Unmarshal([]byte(reply), &all) != nil || all[field] == nil {
		return reply
	}
	all[field], _ = json.Marshal(value)
	out, err := json.Marshal(all)
	if err != nil {
		return reply
	}
	return string(out)
}

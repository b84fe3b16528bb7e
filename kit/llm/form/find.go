package form

import "strings"

const (
	// mostObjects is how many objects of a text are looked at: the answer is among the last.
	mostObjects = 64
	// mostWraps is how deep an answer is looked for in what is wrapped around it.
	mostWraps = 3
)

// A found object is one that stands in a text, and why it can't be read to its end.
type found struct {
	value
	broken error
}

// byteOrderMark is what some models write before their text.
const byteOrderMark = "\ufeff"

// noObject says what there is where there is no object.
func noObject(written string) string {
	answer, thought := afterLast(written, "</think>")
	if !thought {
		_, open := strings.CutPrefix(strings.TrimSpace(written), "<think>")
		answer, thought = written, open
		if open {
			answer = ""
		}
	}
	switch {
	case strings.TrimSpace(answer) != "":
		return "the JSON is broken: there is no JSON object"
	case thought:
		return "there is no answer behind its thoughts"
	}
	return "there is no answer"
}

// objects returns what may be the answer in a text. Models think aloud before it, put prose or a
// code fence around it, wrap it in an object or a string, and may be cut off within it.
func (s *shape) objects(written string) []found {
	if after, thought := afterLast(written, "</think>"); thought && strings.Contains(after, "{") {
		written = after
	}
	var all []found
	r := &repairer{repairBytes}
	written = r.unwrapText(written)
	for at := strings.IndexByte(written, '{'); at >= 0; {
		v, length, err := r.readValue(written[at:])
		all = append(all, found{v, err})
		if len(all) > mostObjects {
			all = all[1:]
		}
		if err == nil {
			all = s.addWrapped(r, all, v, mostWraps)
		}
		rest := at + 1
		if err == nil || s.known(v) > 0 { // else a brace of prose, behind which the answer may stand
			rest = at + length
		}
		if at = strings.IndexByte(written[rest:], '{'); at >= 0 {
			at += rest
		}
	}
	return all
}

// unwrapText returns the text of a string of JSON, and others as they are.
func (r *repairer) unwrapText(written string) string {
	for range mostWraps {
		whole := strings.TrimSpace(strings.TrimPrefix(written, byteOrderMark))
		if !strings.HasPrefix(whole, `"`) {
			break
		}
		v, length, err := r.readValue(whole)
		text, is := v.scalar.(string)
		if err != nil || !is || length != len(whole) {
			break
		}
		written = text
	}
	return written
}

// afterLast returns what stands after the last separator of a text, and whether it has one.
func afterLast(s, separator string) (after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return "", false
	}
	return s[i+len(separator):], true
}

// addWrapped adds the objects in an object that has no field of the form, and those in its texts.
func (s *shape) addWrapped(r *repairer, all []found, v value, deep int) []found {
	if deep == 0 || s.known(v) > 0 {
		return all
	}
	inside := v.items
	for _, m := range v.members {
		inside = append(inside, m.value)
	}
	for _, inner := range inside {
		if text, is := inner.scalar.(string); is {
			if !strings.HasPrefix(strings.TrimSpace(text), "{") {
				continue
			}
			var err error
			if inner, _, err = r.readValue(text); err != nil {
				continue
			}
		}
		if inner.is == "object" {
			all = append(all, found{inner, nil})
		}
		all = s.addWrapped(r, all, inner, deep-1)
	}
	return all
}

// known is how many fields of the form an object has.
func (s *shape) known(v value) int {
	n := 0
	for _, m := range v.members {
		if _, is := s.field(m.name); is {
			n++
		}
	}
	return n
}

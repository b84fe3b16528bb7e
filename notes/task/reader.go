package task

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Key marks the array of a schema that holds the tasks, and lists the words before
// the time that a task is due.
const Key = "x-weft-tasks"

// A Reader reads tasks as a domain's schema says.
type Reader struct {
	Domain string         // that holds tasks
	Field  string         // the array of its data that holds them
	lead   *regexp.Regexp // finds the words before the time that a task is due
}

// NewReader returns the reader of the first domain whose schema has tasks, and false
// if none has.
func NewReader(schemas []*commonv1.DomainSchema) (Reader, bool) {
	for _, s := range schemas {
		fields := s.GetJsonSchema().GetFields()["properties"].GetStructValue().GetFields()
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			words, ok := fields[name].GetStructValue().GetFields()[Key]
			if !ok {
				continue
			}
			r := Reader{Domain: s.GetDomain(), Field: name}
			var leads []string
			for _, w := range words.GetListValue().GetValues() {
				if word := strings.ToLower(strings.TrimSpace(w.GetStringValue())); word != "" {
					leads = append(leads, word)
				}
			}
			r.lead = compileLeads(leads)
			return r, true
		}
	}
	return Reader{}, false
}

// Data returns tasks as the array of the domain's data holds them.
func Data(tasks []Task) []any {
	out := make([]any, len(tasks))
	for i, t := range tasks {
		one := map[string]any{"text": t.Text, "done": t.Done}
		if t.Cancelled {
			one["cancelled"] = true
		}
		for name, day := range map[string]string{
			"due": t.Due.String(), "scheduled": t.Scheduled.String(), "start": t.Start.String(), "completed": t.Completed.String(),
		} {
			if day != "" {
				one[name] = day
			}
		}
		out[i] = one
	}
	return out
}

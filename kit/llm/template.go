package llm

import (
	"strings"

	"github.com/DataDog/datadog-agent/pkg/template/text"
)

// A Template makes the prompts of one agent. Its text defines two templates,
// "system" and "user"; in both, {{data KIND LABEL TEXT}} writes a block of data,
// {{join ITEMS}} a list in a line and {{lines ITEMS}} one with a line for each.
type Template struct{ t *template.Template }

// ParseTemplate returns the template of a text that is part of the program; it
// panics if that is none.
func ParseTemplate(text string) *Template {
	t := template.New("prompt").Option("missingkey=error").Funcs(template.FuncMap{
		"data":  Data,
		"join":  func(items []string) string { return strings.Join(items, ", ") },
		"lines": Lines,
	})
	template.Must(t.Parse(text))
	for _, part := range []string{"system", "user"} {
		if t.Lookup(part) == nil {
			panic("llm: a prompt has no " + part)
		}
	}
	return &Template{t}
}

// Lines returns texts with a line for each. White space within one becomes a
// space, so that none can pass for two.
func Lines(texts []string) string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = strings.Join(strings.Fields(t), " ")
	}
	return strings.Join(out, "\n")
}

// Prompt fills in the template. What it is given and the template are both part
// of the program, so it panics if they don't fit.
func (t *Template) Prompt(v any) Prompt {
	return Prompt{System: t.render("system", v) + "\n\n" + AboutData, User: t.render("user", v)}
}

func (t *Template) render(part string, v any) string {
	var b strings.Builder
	if err := t.t.ExecuteTemplate(&b, part, v); err != nil {
		panic("llm: " + err.Error())
	}
	return strings.TrimSpace(b.String())
}

package replies_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/test/replies"
)

// update writes the tables anew.
var update = llmtest.Update

// A row is a question with what rules and a model made of it.
type row struct {
	q            replies.Question
	rules, model outcome
}

// byKind counts the right answers of each kind of question, and what the model cost.
func byKind(rows []row) string {
	type sum struct{ all, rules, model int }
	kinds, total := map[string]*sum{}, &sum{}
	var order []string
	var calls, tokens []int64
	for _, r := range rows {
		k := kinds[r.q.Kind]
		if k == nil {
			k = &sum{}
			kinds[r.q.Kind] = k
			order = append(order, r.q.Kind)
		}
		for _, s := range []*sum{k, total} {
			s.all++
			if r.rules.verdict == replies.Right {
				s.rules++
			}
			if r.model.verdict == replies.Right {
				s.model++
			}
		}
		calls, tokens = append(calls, r.model.usage.GetCalls()), append(tokens, r.model.usage.GetInputTokens())
	}
	slices.Sort(order)
	slices.Sort(calls)
	slices.Sort(tokens)
	var out strings.Builder
	out.WriteString("| kind | questions | right by rules | right with a model |\n|---|---|---|---|\n")
	for _, kind := range order {
		fmt.Fprintf(&out, "| %s | %d | %d | %d |\n", kind, kinds[kind].all, kinds[kind].rules, kinds[kind].model)
	}
	fmt.Fprintf(&out, "| **all** | **%d** | **%d** | **%d** |\n\n", total.all, total.rules, total.model)
	last := len(rows) - 1
	fmt.Fprintf(&out, "Of a question with the model: %d calls in the median, %d at most; %d tokens read in the median, %d at most.\n",
		calls[len(calls)/2], calls[last], tokens[len(tokens)/2], tokens[last])
	return out.String()
}

// byQuestion lists all questions.
func byQuestion(rows []row) string {
	var out strings.Builder
	out.WriteString("| question | truth | rules | model |\n|---|---|---|---|\n")
	for _, r := range rows {
		question := r.q.Question
		if r.q.Before != "" {
			question = r.q.Before + " – " + question
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", cell(question), cell(r.q.Truth), r.rules.verdict, r.model.verdict)
	}
	return out.String()
}

func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }

// documented checks that a page has a table between its marks, or writes it there.
func documented(t *testing.T, page, table string) {
	t.Helper()
	const begin, end = "<!-- replies: written by make test-replies UPDATE=1 -->\n", "<!-- end of replies -->"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(old), begin)
	_, tail, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no place for the table", page)
	}
	now := head + begin + table + end + tail
	if now == string(old) {
		return
	}
	if !*update {
		t.Errorf("%s is behind; run make test-replies UPDATE=1", page)
		return
	}
	if err := os.WriteFile(page, []byte(now), 0o644); err != nil {
		t.Fatal(err)
	}
}

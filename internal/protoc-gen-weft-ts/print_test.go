package main

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
	"pgregory.net/rapid"
)

func TestATypeIsNamedWithoutWhatAllOfThemHave(t *testing.T) {
	t.Parallel()
	for full, want := range map[protoreflect.FullName]string{
		"weft.orchestrator.v1.Run":              "Run",
		"weft.orchestrator.v1.RunReport.Status": "RunReportStatus",
		"weft.common.v1.PauseKind":              "PauseKind",
		"weft.plan.v1.Content":                  "PlanContent",
		"weft.plan.v1.PlanReport":               "PlanReport",
		"weft.plan.v1.Step":                     "PlanContentStep",
	} {
		if got := typeName(full); got != want {
			t.Errorf("%s is called %s, want %s", full, got, want)
		}
	}
}

func TestACommentIsReadAsParagraphsAndCannotEndItsBlock(t *testing.T) {
	t.Parallel()
	if got := readComment(protogen.Comments(" One\n two.\n\n Three.\n")); got != "One two.\n\nThree." {
		t.Errorf("it is read as %q", got)
	}
	var out printer
	out.doc("  ", "It ends with */ here.")
	if got := out.String(); got != "  /** It ends with *\\/ here. */\n" {
		t.Errorf("it is written as %q", got)
	}
}

func TestWrappingKeepsEveryWordAndTheWidth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z ]{0,200}`).Draw(t, "text")
		lines := wrap(text, 20)
		if got := strings.Join(lines, " "); got != strings.Join(strings.Fields(text), " ") {
			t.Fatalf("%q is wrapped to %q", text, lines)
		}
		for _, line := range lines {
			if len(line) > 20 && strings.Contains(line, " ") {
				t.Fatalf("%q is too long", line)
			}
		}
	})
}

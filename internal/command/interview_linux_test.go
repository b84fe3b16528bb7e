package command

import (
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// asks is a mesh whose first run asks a question, and whose other runs end with a
// reply. It remembers the answers.
func asks(q *commonv1.Question, answers *[]string) *played {
	report, inputs := waiting(), 0
	report.Questions = []*commonv1.Question{q}
	end := func(text string) *orchestratorv1.RunReport {
		return &orchestratorv1.RunReport{RunId: runID, Status: orchestratorv1.RunReport_COMPLETED, Answer: text}
	}
	return &played{script: &script{
		process: func(req *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
			if inputs++; inputs > 1 {
				return ends(end("Heard "+req.GetInput().GetText()))(req, send)
			}
			send(event(1, step("CLARIFY", "ask")))
			send(event(2, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Interrupted{Interrupted: &orchestratorv1.RunInterrupted{InterruptId: "i1"}}}))
			return nil
		},
		get: func(string) (*orchestratorv1.Run, error) {
			return &orchestratorv1.Run{Id: runID, Report: report, Sequence: 2}, nil
		},
		explain: func(in *orchestratorv1.Input) (*orchestratorv1.RunReport, error) {
			kind := commonv1.InputType_INPUT_TYPE_LOG
			if strings.HasSuffix(in.GetText(), "?") {
				kind = commonv1.InputType_INPUT_TYPE_QUERY
			}
			return &orchestratorv1.RunReport{InputType: kind}, nil
		},
		answer: func(req *orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error) {
			for _, a := range req.GetAnswers() {
				*answers = append(*answers, a.GetText())
			}
			return &orchestratorv1.Run{}, nil
		},
		watch: func(_ *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(3, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: end("Thank you")}}}))
			return nil
		},
	}}
}

func TestAQuestionThatIsOpenTakesOnlyItsAnswer(t *testing.T) {
	t.Parallel()
	target := &commonv1.Question{Id: "q1", Text: "Which note?", Options: []string{"Bench 80kg 5x5", "Bench 80kg 5x3"}, Required: true}
	feeling := &commonv1.Question{Id: "q1", Text: "How do you feel right now?", Options: []string{"good", "so-so", "bad"}}
	for name, test := range map[string]struct {
		question *commonv1.Question
		text     string
		answer   string // "" if it is a new input
	}{
		"the number of a choice":                   {target, "2", "Bench 80kg 5x3"},
		"the words of a choice":                    {target, "the 5x3", "Bench 80kg 5x3"},
		"a word that only one has":                 {target, "5x3", "Bench 80kg 5x3"},
		"a note where there is a choice":           {target, "slept 7 h", ""},
		"a question where there is a choice":       {target, "how did I sleep?", ""},
		"what is no choice of those that may help": {feeling, "pretty tired", "pretty tired"},
		"a question where one may say anything":    {feeling, "how did I sleep?", ""},
		"a command":                                {feeling, "/log slept 7 h", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var answers []string
			m := asks(test.question, &answers)
			code := atTerminal(t, m, t.TempDir(), nil, func(p *person) {
				p.sees("weft> ")
				p.types("the bench was 85\r")
				p.sees("1> ")
				p.types(test.text + "\r")
				if test.answer == "" {
					p.sees("/reply " + runID)
					p.sees("Heard " + strings.TrimPrefix(test.text, "/log "))
				} else {
					p.sees("Thank you")
				}
				p.sees("weft> ")
				p.types("\x04")
			})
			if code != exitDone {
				t.Errorf("exit code %d", code)
			}
			if want := slices.DeleteFunc([]string{test.answer}, func(s string) bool { return s == "" }); !slices.Equal(answers, want) {
				t.Errorf("answered %q, want %q", answers, want)
			}
		})
	}
}

func TestALineOfAPipeAnswersOnlyIfItIsAChoice(t *testing.T) {
	t.Parallel()
	target := &commonv1.Question{Id: "q1", Text: "Which note?", Options: []string{"Bench 80kg 5x5", "Bench 80kg 5x3"}, Required: true}
	for text, want := range map[string]string{"2": "Bench 80kg 5x3", "slept 7 h": ""} {
		var answers []string
		got := play(t, asks(target, &answers), "the bench was 85\n"+text+"\n")
		mustContain(t, got.out, "Which note?")
		if strings.Join(answers, "|") != want || strings.Contains(got.out, "Heard "+text) != (want == "") {
			t.Errorf("%q: answered %q\n%s", text, answers, got.out)
		}
	}
}

func TestAFolderOfMarkdownIsReadWhereItIsIfThePersonSaysSo(t *testing.T) {
	t.Parallel()
	for said, reads := range map[string]bool{"y": true, "Yes": true, "n": false, "": false} {
		home, dir := t.TempDir(), writeFiles(t, map[string]string{"2026-02-20.md": "5 km run\n"})
		m := &played{script: &script{process: ends(answered())}}
		code := atTerminalIn(t, m, []string{"HOME=" + home, "PWD=" + dir}, nil, func(p *person) {
			p.sees("Markdown")
			p.sees("y/n> ")
			p.types(said + "\r")
			p.sees("weft> ")
			p.types("\x04")
		})
		if code != exitDone || (m.target.config.Vault == dir) != reads {
			t.Errorf("%q: exit code %d, the vault is %s", said, code, m.target.config.Vault)
		}
	}
}

package planninggraph

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/planning/civil"
)

// draft is all that there is, without what the person's time holds, which is long and
// known to them.
func (s *State) draft() *planningv1.Draft {
	out := &planningv1.Draft{Goal: s.goal, Understood: s.read, Outline: s.outline, Roadmap: s.roadmap}
	if s.schedule != nil {
		out.Schedule = proto.CloneOf(s.schedule)
		out.Schedule.Commitments = nil
	}
	if s.outline != nil {
		if p := s.outline.GetOutline().GetPattern(); p != nil {
			out.Understood = proto.CloneOf(s.read)
			out.Understood.Pattern = p
		}
		out.Outline = proto.CloneOf(s.outline)
		all, n := told(s.policy(), s.rest()), len(s.outline.GetAssumptions())
		out.Outline.Assumptions = all[:n]
		if out.Schedule != nil {
			out.Schedule.Assumptions = all[n:]
		}
		if text := s.doubt(); text != "" {
			out.Outline.Assumptions = append(slices.Clip(out.Outline.Assumptions), &planningv1.Assumption{Kind: planningv1.Assumption_KIND_WARNING, Text: text})
		}
	}
	return out
}

// rest is what the draft rests on.
func (s *State) rest() []*planningv1.Assumption {
	return slices.Concat(s.outline.GetAssumptions(), s.schedule.GetAssumptions())
}

// hash stands for what is to be approved.
func (s *State) hash() string {
	var m proto.Message
	switch s.stage {
	case planningv1.Stage_STAGE_OUTLINE:
		m = s.outline
	case planningv1.Stage_STAGE_ROADMAP:
		m = s.roadmap
	default:
		m = &planningv1.ScheduleDraft{Blocks: s.schedule.GetBlocks(), TimelineRevision: s.schedule.GetTimelineRevision()}
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil { // of messages that were kept in the log, which are sound
		return ""
	}
	return canonical.Hash(data)
}

func (s *State) name() string {
	return cmp.Or(s.title(), s.goal.GetWish())
}

func (s *State) title() string {
	if nodes := s.outline.GetOutline().GetNodes(); len(nodes) > 0 {
		return nodes[0].GetTitle()
	}
	return s.read.GetTitle()
}

var approvals = map[planningv1.Stage]struct {
	yes, no            string
	approved, rejected graph.Outcome
}{
	planningv1.Stage_STAGE_OUTLINE:  {"Yes, find the days for it", "Make another outline", OutlineApproved, OutlineRejected},
	planningv1.Stage_STAGE_ROADMAP:  {"Yes, find the hours for it", "Choose other days", RoadmapApproved, RoadmapRejected},
	planningv1.Stage_STAGE_SCHEDULE: {"Keep it", "Make another schedule", ScheduleApproved, ScheduleRejected},
}

func askApproval(s *State) graph.Ask {
	a := approvals[s.stage]
	ask := graph.Ask{
		Text: fmt.Sprintf(say(s.policy(), asking{stage: s.stage}), s.name()), Explanation: explain(s.policy(), s.rests()), Answer: &planningv1.Amendment{},
		Payload: &planningv1.Asked{Draft: s.draft(), Stage: s.stage, Hash: s.hash()},
		Options: []graph.Option{
			{ID: "approve", Label: a.yes, Outcome: a.approved},
			{ID: "reject", Label: a.no, Description: "Say what should be different.", Outcome: a.rejected},
			{ID: "cancel", Label: "Give up the goal", Description: "Only this run is kept.", Outcome: Cancelled},
		},
	}
	if s.onOutline() && s.offersIdeas() {
		ask.Options = slices.Insert(ask.Options, 2, ideasOption())
	}
	if s.person.User != "" {
		ask.Users = []string{s.person.User}
	}
	return ask
}

// rests tells what a person has to know before they approve: what is not kept of what
// they said.
func (s *State) rests() string {
	var out []string
	for _, text := range s.read.GetUnread() {
		out = append(out, fmt.Sprintf("“%s” is not used: it could not be read", text))
	}
	if text := s.doubt(); text != "" {
		out = append(out, text)
	}
	for _, a := range s.rest() {
		if a.GetKind() == planningv1.Assumption_KIND_WARNING {
			out = append(out, a.GetText())
		}
	}
	return strings.Join(out, "\n")
}

// goOn are the states that a capped, failed or expired one goes on with, and how.
var goOn = map[graph.State]graph.Outcome{
	CollectContext: Answered,
	DraftOutline:   OutlineAgain, ValidateOutline: OutlineAgain,
	DraftRoadmap: RoadmapAgain, ValidateRoadmap: RoadmapAgain,
	Brainstorm:    IdeasWanted,
	DraftSchedule: ScheduleAgain, ValidateSchedule: ScheduleAgain, Complete: ScheduleAgain,
}

func askClarification(s *State) graph.Ask {
	again := graph.Option{ID: "go_on", Label: "Go on", Outcome: goOn[s.from]}
	about := asking{reason: s.reason}
	if s.unsure() {
		about.reason = unsureOutline
	}
	lead := say(s.policy(), about)
	ask := graph.Ask{Answer: &planningv1.Amendment{}, Explanation: explain(s.policy(), s.why())}
	if s.reason != Proposing {
		ask.Text = fmt.Sprintf(lead, s.name())
	}
	asked := &planningv1.Asked{Draft: s.draft(), Reason: string(s.reason), Violations: s.violations}
	switch s.reason {
	case Missing:
		ask.Questions, asked.Questions = s.questions()
		again = graph.Option{ID: "go_on", Label: "Continue with the usual values", Outcome: Answered}
	case Contradictory:
		again.ID = ""
	case Proposing:
		p := s.outline.GetOutline().GetPattern()
		ask.Text = fmt.Sprintf(lead, strings.ReplaceAll(proposed(p), "_", " "), s.name())
		without, why := "No, plan it without one", p.GetRfc()
		if wholly(p) {
			source := strings.ReplaceAll(p.GetSourcePattern(), "_", " ")
			without, why = "No, plan it as a "+source, why+"\nIt keeps the rules of a "+source+"."
		}
		ask.Explanation, asked.Proposed = explain(s.policy(), why), p
		ask.Options = []graph.Option{
			{ID: "agree", Label: "Yes, and remember it", Outcome: SubtypeAgreed},
			{ID: "refuse", Label: without, Outcome: SubtypeRefused},
		}
		again.ID = ""
	case IdeasFound, NoIdeas:
		s.askIdeas(&ask, asked)
		again.ID = ""
	case Capped:
		again.Description = fmt.Sprintf("You are asked again after %d more turns, or %.0f more seconds of work, not counting the models' time.", TurnsAtATime, WorkATurn.Seconds())
		if s.spent > 0 {
			ask.Explanation = strings.TrimSpace(ask.Explanation + fmt.Sprintf("\nModels have cost $%.2f since you last said something.", float64(s.spent)/1e6))
		}
	case Expired:
		again.Description = "The part you did not answer is redone, and you are asked again."
	default:
		again.Label = "Try again"
		if s.unsure() {
			again.Label = "Continue with this outline"
		}
	}
	ask.Payload = asked
	if s.failure != "" && s.checkTerms("terms", s.goal.GetTerms()) != nil {
		again.ID = "" // the same terms would fail again
	}
	if again.ID != "" {
		ask.Options = append(ask.Options, again)
	}
	if s.doubtful() && s.offersIdeas() {
		ask.Options = append(ask.Options, ideasOption())
	}
	ask.Options = append(ask.Options, graph.Option{ID: "give_up", Label: "Give up the goal", Description: "Only this run is kept.", Outcome: GivenUp})
	return ask
}

// why tells a person in words what stands against going on.
func (s *State) why() string {
	var out []string
	if s.failure != "" {
		out = append(out, s.failure)
	}
	if s.unsure() {
		out = append(out, "There is nothing left to ask, but this outline may not be right for this kind of goal. Look it over, then say what should be different, or continue with it.")
	}
	if s.reason == Contradictory {
		out = append(out, s.read.GetContradictions()...)
		if len(s.goal.GetTerms().GetAnswers()) > 0 {
			out = append(out, "To take an answer back, give an empty one: --answer "+slices.Sorted(maps.Keys(s.goal.GetTerms().GetAnswers()))[0]+"=")
		}
	}
	for _, v := range s.violations {
		out = append(out, v.GetText())
	}
	return strings.Join(out, "\n")
}

// unsure says that there is an outline of which its drafter is not sure, and nothing is left to
// ask.
func (s *State) unsure() bool {
	return s.from == DraftOutline && s.reason == Undrafted && s.failure == ""
}

// questions are those that were asked last, in the terms of a pause and of planning.
func (s *State) questions() (asked []*commonv1.Question, all []*planningv1.Question) {
	for _, q := range s.read.GetQuestions() {
		if !slices.Contains(s.asked[s.answered:], q.GetId()) {
			continue
		}
		m := &commonv1.Question{Id: q.GetId(), Text: q.GetText()}
		for _, c := range q.GetChoices() {
			m.Options = append(m.Options, c.GetValue())
		}
		if q.GetDefault() != "" {
			m.Text += " (usual: " + q.GetDefault() + ")"
		}
		asked, all = append(asked, m), append(all, q)
	}
	return asked, all
}

func askEscalation(s *State) graph.Ask {
	ask := graph.Ask{
		Text: fmt.Sprintf(say(s.policy(), asking{reason: Infeasible}), s.name()), Answer: &planningv1.Amendment{},
		Payload: &planningv1.Asked{Draft: s.draft(), Reason: string(Infeasible)},
	}
	proved := "No schedule was found among those tried. That does not prove that there is none."
	if s.schedule.GetVerdict() == planningv1.Verdict_VERDICT_IMPOSSIBLE {
		proved = "This is proven: " + s.schedule.GetExplanation() + "."
	}
	ask.Explanation = explain(s.policy(), fmt.Sprintf("%s\nIt is %s of work, and your hours from %s to %s have %s.",
		proved, civil.Length(int(s.roadmap.GetWork())), s.roadmap.GetStart(), s.roadmap.GetEnd(), civil.Length(int(s.roadmap.GetRoom()))))
	for _, w := range Offered(s.policy(), s.schedule.GetWays()) {
		outcome := Relaxed
		if w.GetReduces() || w.GetTerms().GetBy() != "" {
			outcome = Reduced
		}
		ask.Options = append(ask.Options, graph.Option{ID: w.GetId(), Label: w.GetText(), Outcome: outcome})
	}
	ask.Options = append(ask.Options, graph.Option{ID: "give_up", Label: "Give up the goal", Description: "Only this run is kept.", Outcome: GivenUp})
	return ask
}

package planfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"
)

// inOrder are the sections in the order in which they are written.
var inOrder = []struct{ name, heading string }{
	{objective, "# Objective"}, {context, "## Context"}, {roadmap, "## Roadmap"}, {risks, "## Risks"}, {log, "## Log"},
}

// SetContent makes a file one of another content. Steps that are the same stay where and
// as they are, with their boxes, and so does everything between steps and risks that is
// none. What would be read again as another plan is refused, and changes nothing.
func (f *File) SetContent(c *planv1.Content) error {
	now, _, err := f.ReadContent()
	if err != nil {
		return err
	}
	next := &File{mark: f.mark, lines: slices.Clone(f.lines), eol: f.eol}
	if err := next.again(); err != nil {
		return err
	}
	if now.GetObjective() != c.GetObjective() {
		next.setText(objective, c.GetObjective())
	}
	if now.GetContext() != c.GetContext() {
		next.setText(context, c.GetContext())
	}
	if !slices.Equal(now.GetRisks(), c.GetRisks()) {
		next.setRisks(c.GetRisks())
	}
	if err := next.setSteps(c.GetSteps()); err != nil {
		return err
	}
	read, _, err := next.ReadContent()
	if err != nil {
		return err
	}
	if !proto.Equal(read, c) {
		return fmt.Errorf("the plan's file would be read as a different plan: %s", difference(c, read))
	}
	*f = *next
	return nil
}

// replace puts a text in the place of lines.
func (f *File) replace(from, to int, text string) {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, bare(line)+f.eol)
	}
	if from == len(f.lines) && len(lines) > 0 {
		f.endLast()
	}
	f.lines = slices.Replace(f.lines, from, to, lines...)
	_ = f.again() // what is wrong is found once all is changed
}

// make makes a section, if it is not there, before those that follow it.
func (f *File) make(name string) span {
	if s, ok := f.sections[name]; ok {
		return s
	}
	i := slices.IndexFunc(inOrder, func(s struct{ name, heading string }) bool { return s.name == name })
	at, text := len(f.lines), "\n"+inOrder[i].heading+"\n"
	for _, after := range inOrder[i+1:] {
		if s, ok := f.sections[after.name]; ok {
			at, text = s.from-1, inOrder[i].heading+"\n\n"
			break
		}
	}
	f.replace(at, at, text)
	return f.sections[name]
}

// setText gives a section other words. The blank lines around them stay.
func (f *File) setText(name, text string) {
	s := f.make(name)
	for s.from < s.to && strings.TrimSpace(f.lines[s.from]) == "" {
		s.from++
	}
	for s.to > s.from && strings.TrimSpace(f.lines[s.to-1]) == "" {
		s.to--
	}
	if text != "" {
		text += "\n"
	}
	f.replace(s.from, s.to, text)
}

func (f *File) setRisks(list []string) {
	s := f.make(risks)
	at := s.from
	for i := s.to - 1; i >= s.from; i-- {
		if item.MatchString(bare(f.lines[i])) {
			f.lines, at = slices.Delete(f.lines, i, i+1), i
		}
	}
	text := strings.Builder{}
	for _, r := range list {
		text.WriteString("- " + oneLine(r) + "\n")
	}
	f.replace(at, at, text.String())
}

// setSteps replaces the steps that are others. It goes from the last to the first, so that
// the lines of those before stay where they were found.
func (f *File) setSteps(want []*planv1.Step) error {
	have, err := f.readSteps()
	if err != nil {
		return err
	}
	kept, last := map[int]int{}, -1 // indexes of those that stay, by their old ones
	for i, w := range want {
		for j := last + 1; j < len(have); j++ {
			if proto.Equal(have[j].Step, w) && (have[j].named || w.GetId() == strconv.Itoa(i+1)) {
				kept[j], last = i, j
				break
			}
		}
	}
	if len(kept) == len(have) && len(have) == len(want) {
		return nil
	}
	section := f.make(roadmap)
	end := section.to
	for end > section.from && strings.TrimSpace(f.lines[end-1]) == "" {
		end--
	}
	if len(have) > 0 {
		end = f.endOf(have[len(have)-1], section.to)
	}
	next := len(want)
	for j := len(have) - 1; j >= 0; j-- {
		i, stays := kept[j]
		after := f.endOf(have[j], section.to)
		if stays {
			if err := f.insertSteps(min(after, end), want[i+1:next]); err != nil {
				return err
			}
			next = i
			continue
		}
		if a := have[j].args; a.to > 0 {
			f.lines = slices.Delete(f.lines, a.from, a.to)
		}
		f.lines = slices.Delete(f.lines, have[j].Line-1, have[j].Line)
		end = have[j].Line - 1
	}
	at := end
	if len(have) > 0 {
		at = have[0].Line - 1
	}
	return f.insertSteps(at, want[:next])
}

// endOf returns the line behind a step and what is written below it.
func (f *File) endOf(s Step, most int) int {
	at := max(s.Line, s.args.to)
	for at < min(most, len(f.lines)) && strings.TrimSpace(f.lines[at]) != "" && strings.TrimLeft(f.lines[at], " \t") != f.lines[at] {
		at++
	}
	return at
}

func (f *File) insertSteps(at int, steps []*planv1.Step) error {
	text := strings.Builder{}
	for _, s := range steps {
		if err := writeStep(&text, s); err != nil {
			return err
		}
	}
	f.replace(at, at, text.String())
	return nil
}

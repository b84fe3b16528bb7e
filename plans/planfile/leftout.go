package planfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// LeftOut names what of a file is no part of the plan's content, in the words of a person:
// its front matter, sections that a plan does not have, its log, text outside of any
// section, and text between or below steps and risks.
func (f *File) LeftOut() (out []string) {
	if names := slices.Sorted(maps.Keys(f.front)); len(names) > 0 {
		for i, n := range names {
			names[i] = Visible(n)
		}
		out = append(out, "the front matter ("+strings.Join(names, ", ")+")")
	}
	of := f.contentLines()
	begin := 0
	if f.frontEnd > 0 {
		begin = f.frontEnd + 1
	}
	under := false // a heading that is named
	fence := ""
	for i := begin; i < len(f.lines); i++ {
		line := strings.TrimSpace(f.lines[i])
		was := fence
		fence = nextFence(fence, bare(f.lines[i]))
		if of[i] {
			under = false
			continue
		}
		m := heading.FindStringSubmatch(bare(f.lines[i]))
		switch {
		case m != nil && was == "":
			out, under = append(out, fmt.Sprintf("the section %q (line %d)", Visible(strings.TrimSpace(m[2])), i+1)), true
		case line != "" && !under:
			out, under = append(out, fmt.Sprintf("the text at line %d", i+1)), true
		}
	}
	return out
}

// contentLines tells of each line whether it is a part of the content.
func (f *File) contentLines() []bool {
	of := make([]bool, len(f.lines))
	mark := func(from, to int) {
		for i := from; i < to; i++ {
			of[i] = true
		}
	}
	for name, s := range f.sections {
		switch name {
		case log:
			continue
		case roadmap:
			steps, err := f.readSteps()
			if err != nil { // then nothing of the file counts, and that is told
				mark(s.from, s.to)
			}
			for _, step := range steps {
				mark(step.Line-1, step.Line)
				mark(step.args.from, step.args.to)
			}
		case risks:
			for i := s.from; i < s.to; i++ {
				of[i] = item.MatchString(bare(f.lines[i]))
			}
		default:
			mark(s.from, s.to)
		}
		of[s.from-1] = true // its heading
	}
	return of
}

package pattern

import (
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
)

// Template is how goals of one kind are planned.
type Template struct {
	Name     string          `yaml:"name"`
	Title    string          `yaml:"title"` // of the goal; {param} stands for a value
	About    string          `yaml:"about"` // what it rests on
	Pattern  outline.Pattern `yaml:"pattern"`
	Subtype  string          `yaml:"subtype"`
	Cues     []Cue           `yaml:"cues"`
	Params   []Param         `yaml:"params"`
	Weeks    Weeks           `yaml:"weeks"`
	Parts    []Part          `yaml:"parts"`
	Arc      *Arc            `yaml:"arc"`
	Capacity string          `yaml:"capacity"` // the parameter of hours a week
	Needs    Quantity        `yaml:"needs"`    // hours in all
}

// Cue is what in a wish speaks for a template.
type Cue struct {
	Words  []string         `yaml:"words"` // any of them
	Weight int              `yaml:"weight"`
	Set    map[string]Value `yaml:"set"`
}

// Param is what a template has to know.
type Param struct {
	Name     string   `yaml:"name"`
	Question string   `yaml:"question"`
	Choices  []Choice `yaml:"choices"` // none: it is a number
	Default  Value    `yaml:"default"`
	Min      int      `yaml:"min"`
	Max      int      `yaml:"max"`
	Worth    int      `yaml:"worth"` // 1 to 10: how much the plan depends on it
}

// Choice is one of the values that a parameter may have.
type Choice struct {
	Value string `yaml:"value"`
	Label string `yaml:"label"` // for a title or a question
}

// Weeks bound how long a plan takes.
type Weeks struct {
	Least Quantity `yaml:"least"`
	Usual Quantity `yaml:"usual"`
	Most  Quantity `yaml:"most"` // none: no bound; else a plan with more time begins later
}

// Part is a node of the tree, or several.
type Part struct {
	ID        string        `yaml:"id"`
	Level     outline.Level `yaml:"level"`
	Title     string        `yaml:"title"` // {n} is which of several it is
	Notes     string        `yaml:"notes"`
	Stream    string        `yaml:"stream"`
	Estimate  Quantity      `yaml:"estimate"` // minutes
	Chunk     int           `yaml:"chunk"`    // minutes of the shortest block
	Milestone bool          `yaml:"milestone"`
	WholeDay  bool          `yaml:"whole_day"` // of a milestone: its day is kept free of other work
	Times     Quantity      `yaml:"times"`     // how many there are; none: one
	Chain     bool          `yaml:"chain"`     // each of several follows the one before
	When      *When         `yaml:"when"`
	Depends   []Depends     `yaml:"depends"`
	After     Quantity      `yaml:"after"`
	Open      Quantity      `yaml:"open"`
	Due       Quantity      `yaml:"due"`
	Deadline  Quantity      `yaml:"deadline"`
	Repeat    *Repeat       `yaml:"repeat"`
	Parts     []Part        `yaml:"parts"`
}

// When is what a parameter has to be.
type When struct {
	Param string   `yaml:"param"`
	Is    []string `yaml:"is"`
}

// Depends is a dependency on another part.
type Depends struct {
	On    string       `yaml:"on"`
	Kind  network.Kind `yaml:"kind"`
	Days  int          `yaml:"days"` // of waiting, in all time; below 0 a lead
	Hours int          `yaml:"hours"`
}

// Repeat is how often a cycle comes. Without Times it goes on to the end.
type Repeat struct {
	Every int          `yaml:"every"`
	Unit  outline.Unit `yaml:"unit"`
	Times Quantity     `yaml:"times"`
}

// Arc is a training, week by week.
type Arc struct {
	Growth   int        `yaml:"growth"` // percent a week at most
	Lighter  Lighter    `yaml:"lighter"`
	Taper    []int      `yaml:"taper"` // percent of the peak in the last weeks
	Phases   []ArcPhase `yaml:"phases"`
	Sessions []Session  `yaml:"sessions"`
}

// Lighter is every how many weeks one is lighter, and at what percent.
type Lighter struct {
	Every int `yaml:"every"`
	To    int `yaml:"to"`
}

// ArcPhase is a part of the weeks: so many, or a share of those that are left.
type ArcPhase struct {
	ID    string   `yaml:"id"`
	Title string   `yaml:"title"`
	Notes string   `yaml:"notes"`
	Weeks Quantity `yaml:"weeks"`
	Share int      `yaml:"share"`
	Taper bool     `yaml:"taper"`
}

// Session is done so many times a week and grows in minutes.
type Session struct {
	ID      string            `yaml:"id"`
	Title   string            `yaml:"title"`
	Titles  map[string]string `yaml:"titles"` // other ones in a phase
	Notes   string            `yaml:"notes"`
	Times   Quantity          `yaml:"times"`
	First   Quantity          `yaml:"first"`
	Peak    Quantity          `yaml:"peak"`
	NotLast bool              `yaml:"not_last"` // not in the last week, where the day itself is
}

// Package problem says what a schedule has to keep and what it should be good
// at: tasks, dependencies and one person's time. It holds the words that the
// solver (planning/schedule) and the checker (planning/check) share, and no
// algorithm: the two have no code in common, so that one can't repeat a
// mistake of the other.
//
// Time is in whole minutes since Problem.Start, which is an instant in UTC.
// Civil days, zones and changes of the clock are gone by then:
// planning/timeline expands windows and commitments beforehand.
package problem

import (
	"time"

	"github.com/weft-mesh/weft/planning/network"
)

// Minute counts minutes since Problem.Start, or is a length.
type Minute = network.Minute

// Span is the time from From to To, To not included.
type Span = network.Span

// Problem is what has to be scheduled.
type Problem struct {
	// Start is the instant of minute 0, in UTC.
	Start time.Time
	// Horizon is the end of the timeline: no block ends after it.
	Horizon Minute
	// Free is when work can be done: the person's windows less commitments and
	// their pads. Sorted, apart from each other (one ends before the next
	// begins), within 0 and Horizon.
	Free []Span
	// Calendars are the times that lags are counted in, by name; each like Free.
	Calendars map[string][]Span
	// Caps bound the work in a span, such as the most a day.
	Caps []Cap
	// Resources are what tasks share while they run. A person's own attention
	// is one with a capacity of one. Without any, tasks may overlap.
	Resources []Resource
	Tasks     []Task
	Links     []network.Link
	Costs     Costs
}

// Cap is the most work that the tasks of a group may do in a span, in minutes.
type Cap struct {
	Span
	Most Minute
	// Group bounds the tasks whose group begins with it; "" bounds all.
	Group string
}

// Resource is shared by the tasks that run at the same time.
type Resource struct {
	Name     string
	Capacity int // ≥ 1
}

// Task is work for a length of time.
type Task struct {
	ID string
	// Group is what caps count it by. Those within another begin with its name: "sport/swim/" is
	// within "sport/".
	Group string
	// Work is how long it takes in all, in minutes; 0 is a milestone, which has
	// one block of no length. A milestone needs no working time: Free does not
	// bound it, and it may lie at either end of one of its windows.
	Work Minute
	// MinChunk is the shortest block that a split may leave. 0: the task is one
	// block, never split. A task whose work (less what is locked) is shorter is
	// one block. Blocks of a task don't overlap; they may touch.
	MinChunk Minute
	// MaxChunk is the longest block; 0: as long as there is room. It is at least
	// MinChunk, and chunks of that size can add up to the work.
	MaxChunk Minute
	// Release is the earliest start of its first block, locked or not.
	Release Minute
	// Deadline is the end that its last block has to keep, locked or not; 0: only
	// the horizon.
	Deadline Minute
	// Due is the end that it should keep; each minute after it costs Weight.
	// 0: none.
	Due    Minute
	Weight int
	// Windows bound where its blocks may lie beside Free; nil: anywhere.
	// Sorted and apart from each other.
	Windows []Span
	// Prefer is where its blocks lie best; each minute outside of it costs
	// Costs.Unliked. nil: anywhere.
	Prefer []Span
	// AllTime is for what needs no working time, such as paint that dries: Free
	// does not bound it and no cap counts it. Its windows and resources do.
	AllTime bool
	// Uses is how much of each resource it takes while it runs, in the order of
	// Problem.Resources; nil: none.
	Uses []int
	// Locked are blocks that stay where they are: done, begun or locked by a
	// person. They count as work done and need not be within Free or Windows,
	// nor keep MinChunk and MaxChunk; Caps and Resources count them. Sorted, not
	// overlapping (they may touch), within 0 and Horizon. Where they are as much
	// as Work or more, they are all the blocks that the task has.
	Locked []Span
	// Was is where its blocks lay before, for a schedule that is to move little;
	// nil: it is new. Each block that lies elsewhere costs Costs.Moved.
	Was []Span
	// WasEnd is when it was to be done before, for a schedule that puts off little; 0: that isn't known. It
	// may be set without Was, for work that was missed.
	WasEnd Minute
}

// Costs says what a better schedule is: lower in the sum, which is
//
//	Σ over tasks with a Due:    Weight · max(0, end of its last block − Due)
//	+ Makespan · end of the last block of all (0 without blocks)
//	+ Σ over tasks with Prefer: Unliked · minutes of its blocks outside of Prefer
//	+ Σ over tasks with Was:    Moved · its blocks that are no span of Was
//	+ Σ over tasks with WasEnd: PutOff · d², d the days by which its last block ends after WasEnd, rounded down in all
//
// over all blocks, locked ones too. A task has a Due, Prefer or Was where it
// isn't 0 or nil; an empty Prefer that isn't nil likes no minute.
type Costs struct {
	// Makespan is the cost of a minute until the last block's end.
	Makespan int64
	// Unliked is the cost of a minute outside of what a task prefers.
	Unliked int64
	// Moved is the cost of a block that is not among those of Task.Was.
	Moved int64
	// PutOff is the cost of a task that ends a day later than it was to. It grows with the square of the days,
	// so that a few tasks that wait a week each cost less than one that waits for months, and one more task
	// moves where that saves √(Moved/PutOff) days or more.
	PutOff int64
}

// Block is a piece of a task on the timeline.
type Block struct {
	Task string
	Span
}

// Schedule is where all tasks lie, by start, then by task.
type Schedule struct {
	Blocks []Block
	// Cost is what Problem.Costs and the tasks' weights make of it.
	Cost int64
}

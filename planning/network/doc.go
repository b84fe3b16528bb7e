// Package network tells what the dependencies of a plan mean for its dates:
// earliest and latest times, slack, the critical paths, and circles with their
// links (the critical path method, with the four kinds of links of the
// precedence diagramming method and lags either way).
//
// # Circles
//
// A circle of links is impossible if going round it once takes time: then each
// of its activities would have to start after itself. Analyse returns it as a
// CycleError. A circle that takes no time or less holds, and its times are
// worked out: "start together" is SS both ways, "B at most a day after A" is SS
// from A to B and SS with a lead of a day back. So does a circle of milestones,
// which then come at the same minute.
//
// What a lag of a calendar takes depends on when it begins. A circle over one
// has to settle within as many rounds as it has activities, else it is refused
// too.
package network

package wish

import (
	"math"
	"slices"
	"strings"
	"time"
)

// NoLimits says that no limit is to hold any more.
const NoLimits = "no limit of a day or a week"

// saidLater is which of what was said later has a byte of the text, from 1; 0: none.
func (r *reader) saidLater(at int) int {
	n, begins := slices.BinarySearch(r.later, at)
	return n + count(begins)
}

// saidUntil is where that ends which was said with a byte of the text.
func (r *reader) saidUntil(at int) int {
	if n := r.saidLater(at); n < len(r.later) {
		return r.later[n]
	}
	return len(r.left)
}

// saidAtOnce tells whether two things were said in the same words: of what was said one after the other, the last
// holds.
func (w Wish) saidAtOnce(one, other readingSubject) bool {
	return slices.ContainsFunc(w.Readings, func(a Reading) bool {
		return a.about&one != 0 && slices.ContainsFunc(w.Readings, func(b Reading) bool { return b.about&other != 0 && b.later == a.later })
	})
}

// giveWay has what was read of earlier words give way to a finding that is about the same, and tells what that
// was.
func (w *Wish) giveWay(f finding, later int) []string {
	var probe Wish
	f.set(&probe)
	about := subjectOf(Wish{}, probe) &^ (aboutHours | aboutNever)
	if probe.aDay || w.aDay { // how often it is stays, or is narrowed
		about &^= aboutOften
	}
	if f.kind == window && f.frees == nil && w.refusesAny(days(probe.Windows)) {
		w.Never = withoutWindows(w.Never, probe.Windows)
		return w.dropReadings(aboutNever, later)
	}
	if len(f.nevers) > 0 { // said once more
		w.Never = withoutWindows(w.Never, f.nevers)
		return w.dropReadingsThat(func(r Reading) bool { return r.later < later && r.refusedBy(f.nevers) })
	}
	if len(f.bounds) > 0 && !w.Unbound {
		about &^= aboutDay
		return append(w.takeDaysOutOfBounds(f.bounds, later), w.dropSaid(about, later)...)
	}
	if w.Unbound && about&aboutLimits != 0 { // what was lifted stays lifted
		w.AWeek, w.Length, w.Sessions, w.aDay, w.daily, w.Unbound = 0, 0, 0, false, false, false
		return w.dropReadings(aboutUnbound, later)
	}
	return w.dropSaid(about, later)
}

// dropSaid takes back what was said before of some things, and returns what that meant.
func (w *Wish) dropSaid(about readingSubject, later int) []string {
	out := w.dropReadings(about, later)
	if len(out) > 0 {
		w.forget(about)
	}
	return out
}

// forget takes back what was said of some things.
func (w *Wish) forget(about readingSubject) {
	has := func(a readingSubject) bool { return about&a != 0 }
	if has(aboutEnd) {
		w.By, w.Event = 0, false
	}
	if has(aboutStart) {
		w.Start = 0
	}
	if has(aboutDay) {
		if w.MostADay, w.Length, w.Bounds = 0, 0, nil; w.aDay {
			w.Sessions, w.aDay, w.daily = 0, false, false
		}
	}
	if has(aboutSession) {
		w.Length = 0
	}
	if has(aboutWeek) {
		w.AWeek, w.MostAWeek = 0, 0
	}
	if has(aboutOften) {
		w.Sessions, w.EveryOther, w.daily = 0, false, false
	}
	if has(aboutLongest) {
		w.Longest = 0
	}
	if has(aboutApart) {
		w.Apart = 0
	}
	if has(aboutSteps) {
		w.Steps = nil
	}
	if has(aboutTotal) {
		w.Total = 0
	}
}

// dropReadings takes back the readings of some things of words before some others, and returns what they meant.
func (w *Wish) dropReadings(about readingSubject, later int) (meant []string) {
	return w.dropReadingsThat(func(r Reading) bool { return r.about&about != 0 && r.later < later })
}

// dropReadingsThat takes back some readings, and returns what they meant.
func (w *Wish) dropReadingsThat(are func(Reading) bool) (meant []string) {
	w.Readings = slices.DeleteFunc(slices.Clone(w.Readings), func(r Reading) bool {
		if !are(r) {
			return false
		}
		meant = append(meant, r.MeansAlone())
		return true
	})
	return meant
}

// MeansAlone is what it means, without what it took the place of, or leaves open.
func (r Reading) MeansAlone() string {
	means, _, _ := strings.Cut(r.Means, ", instead of ")
	if at := strings.LastIndex(means, "; "); strings.HasSuffix(means, noSuchLimit) && at >= 0 {
		means = means[:at]
	}
	return means
}

// limitsRead is what of the readings a wish without limits has no more.
func (w *Wish) limitsRead() readingSubject {
	if w.Length > 0 {
		return aboutLimits
	}
	return aboutLimits &^ aboutOften
}

// readNoLimits takes "no limit of a day or a week".
func readNoLimits(*reader, groups) (finding, bool) {
	return finding{kind: amount, means: NoLimits, set: func(w *Wish) bool {
		w.dropReadings(w.limitsRead(), math.MaxInt)
		w.MostADay, w.MostAWeek, w.Bounds, w.Unbound = 0, 0, nil, true
		return true
	}}, true
}

// freed takes a time that may be used again: "Sundays are fine after all".
func freed(_ *reader, g groups) (finding, bool) {
	t, ok := parse(g.get("body"), false)
	if !ok || g.get("no")+g.get("busy")+g.get("only")+g.get("also") != "" {
		return finding{}, false
	}
	return finding{kind: window, means: windowsText(t.windows) + " may be used", frees: t.windows, set: func(w *Wish) bool {
		w.Never = withoutWindows(w.Never, t.windows)
		apart := !slices.ContainsFunc(days(w.Windows), func(d time.Weekday) bool { return slices.Contains(days(t.windows), d) })
		if len(w.Windows) > 0 && apart {
			w.Windows = slices.Concat(w.Windows, t.windows)
		}
		return true
	}}, true
}

// refusesAny tells whether a wish says of each of some days that it may not be used at all.
func (w *Wish) refusesAny(of []time.Weekday) bool {
	return len(of) > 0 && !slices.ContainsFunc(of, func(d time.Weekday) bool {
		return !slices.ContainsFunc(w.Never, func(x Window) bool {
			return len(x.Days) > 0 && x.on(d) && x.From == 0 && x.To == day && x.First == 0 && x.Last == 0
		})
	})
}

// refusedBy tells whether a reading is of times that may not be, and others leave nothing of these.
func (r Reading) refusedBy(never []Window) bool {
	return len(r.nevers) > 0 && len(withoutWindows(r.nevers, never)) == 0
}

// withoutWindows is what is left of windows where others are taken out.
func withoutWindows(windows, out []Window) []Window {
	for _, o := range out {
		var left []Window
		for _, w := range windows {
			both, ok := w.and(o)
			if ofSomeWeeks := o.First != w.First || o.Last != w.Last; !ok || ofSomeWeeks && (o.First != 0 || o.Last != 0) {
				left = append(left, w)
				continue
			}
			rest := func(on []time.Weekday, from, to int) {
				if len(on) > 0 && from < to {
					left = append(left, Window{Days: on, From: from, To: to, First: w.First, Last: w.Last})
				}
			}
			common := days([]Window{both})
			rest(slices.DeleteFunc(days([]Window{w}), func(d time.Weekday) bool { return slices.Contains(common, d) }), w.From, w.To)
			rest(common, w.From, both.From)
			rest(common, both.To, w.To)
		}
		windows = left
	}
	return windows
}

package check

import "github.com/weft-mesh/weft/planning/network"

// ends returns which ends of two tasks a link holds together.
func ends(l network.Link, from, to *reach) (x, y *when) {
	x, y = &from.finish, &to.start
	if l.Kind == network.StartStart || l.Kind == network.StartFinish {
		x = &from.start
	}
	if l.Kind == network.FinishFinish || l.Kind == network.StartFinish {
		y = &to.finish
	}
	return x, y
}

// plus returns the earliest time that keeps a link from x; never if none does.
func (p *proof) plus(x minute, l network.Link) minute {
	if l.Calendar == "" {
		return x + l.Lag
	}
	w := spans(p.p.Calendars[l.Calendar])
	var y minute
	ok := true
	switch want := w.before(x) + l.Lag; {
	case l.Lag == 0:
		y = x
	case l.Lag > 0:
		y, ok = w.after(x, l.Lag)
	case want > 0:
		y, ok = w.after(0, want)
	}
	if !ok {
		return never
	}
	return y
}

// minus returns the latest time that keeps a link to y; -never if none does.
func (p *proof) minus(y minute, l network.Link) minute {
	if l.Calendar == "" {
		return y - l.Lag
	}
	w := spans(p.p.Calendars[l.Calendar])
	most := w.before(y) - l.Lag // so many minutes may be before x
	x := never
	if more, ok := w.after(0, most+1); ok {
		x = more - 1 // where one more begins
	}
	switch {
	case most < 0:
		return -never
	case l.Lag >= 0:
		return min(x, y)
	}
	return x
}

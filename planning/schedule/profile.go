package schedule

// profile is how much of a resource is in use at each minute: a step function.
// used[i] holds from times[i] to times[i+1], the last for ever.
type profile struct {
	times []Minute
	used  []int
}

func newProfile() profile { return profile{times: []Minute{0}, used: []int{0}} }

func (f *profile) copyFrom(o *profile) {
	f.times = append(f.times[:0], o.times...)
	f.used = append(f.used[:0], o.used...)
}

// at is the index of the step that t is in.
func (f *profile) at(t Minute) int {
	low, high := 0, len(f.times)
	for low < high {
		if mid := int(uint(low+high) >> 1); f.times[mid] > t {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low - 1
}

// add puts n more in use within s; a negative n takes it back.
func (f *profile) add(s Span, n int) {
	if s.From >= s.To || n == 0 {
		return
	}
	i := f.cut(s.From)
	j := f.cut(s.To)
	for k := i; k < j; k++ {
		f.used[k] += n
	}
	f.join(j)
	f.join(i)
}

// cut makes a step begin at t, and is its index.
func (f *profile) cut(t Minute) int {
	i := f.at(t)
	if f.times[i] == t {
		return i
	}
	f.times = append(f.times, 0)
	f.used = append(f.used, 0)
	copy(f.times[i+2:], f.times[i+1:])
	copy(f.used[i+2:], f.used[i+1:])
	f.times[i+1], f.used[i+1] = t, f.used[i]
	return i + 1
}

// join takes step i into the one before it where the two are equal.
func (f *profile) join(i int) {
	if i == 0 || i >= len(f.times) || f.used[i] != f.used[i-1] {
		return
	}
	f.times = append(f.times[:i], f.times[i+1:]...)
	f.used = append(f.used[:i], f.used[i+1:]...)
}

// clash is the first time within s when more than most is in use. steps is how
// many steps it looked at.
func (f *profile) clash(s Span, most int) (clash Span, found bool, steps int) {
	for i := f.at(s.From); i < len(f.times) && f.times[i] < s.To; i++ {
		steps++
		if f.used[i] <= most {
			continue
		}
		clash.From = max(s.From, f.times[i])
		for i++; i < len(f.times) && f.used[i] > most; i++ {
			steps++
		}
		clash.To = s.To
		if i < len(f.times) {
			clash.To = f.times[i]
		} else {
			clash.To = never
		}
		return clash, true, steps
	}
	return Span{}, false, steps
}

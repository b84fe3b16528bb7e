package rank

import "container/heap"

// top keeps the best of what it is offered: all of it, or a heap of the limit's
// size with the worst on top.
type top[T any] struct {
	limit  int // 0 is no limit
	better func(a, b T) int
	kept   []T
}

func (t *top[T]) offer(m T) {
	switch {
	case t.limit <= 0:
		t.kept = append(t.kept, m)
	case len(t.kept) < t.limit:
		heap.Push(t, m)
	case t.better(m, t.kept[0]) < 0:
		t.kept[0] = m
		heap.Fix(t, 0)
	}
}

// Len, Less, Swap, Push and Pop make top a heap.
func (t *top[T]) Len() int           { return len(t.kept) }
func (t *top[T]) Less(i, j int) bool { return t.better(t.kept[i], t.kept[j]) > 0 }
func (t *top[T]) Swap(i, j int)      { t.kept[i], t.kept[j] = t.kept[j], t.kept[i] }
func (t *top[T]) Push(m any)         { t.kept = append(t.kept, m.(T)) }
func (t *top[T]) Pop() any {
	last := t.kept[len(t.kept)-1]
	t.kept = t.kept[:len(t.kept)-1]
	return last
}

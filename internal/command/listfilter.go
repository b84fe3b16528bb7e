package command

import (
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// A listFilter says which runs or threads a list has, by flags that both lists share.
type listFilter struct {
	user, since, until, words string
	labels                    []string
	limit                     int
}

// register adds the flags to a list of what the noun names.
func (f *listFilter) register(c *cobra.Command, noun string) {
	c.Flags().IntVar(&f.limit, "limit", 20, "list at most `n` "+noun+"; 0 lists all")
	c.Flags().StringVar(&f.user, "user", "", "only "+noun+" of this `user`")
	c.Flags().StringVar(&f.since, "since", "", "only "+noun+" from this `time` on: 12h, 30d, 4w or 2026-01-31")
	c.Flags().StringVar(&f.until, "until", "", "only "+noun+" from before this `time`: 12h, 30d, 4w or 2026-01-31")
	c.Flags().StringArrayVar(&f.labels, "label", nil, "only "+noun+" with this `label`: key=value, or key for any value; repeatable")
	c.Flags().StringVar(&f.words, "words", "", "only "+noun+" whose text has each of these `words`")
}

func (f *listFilter) check() error {
	if f.limit < 0 {
		return usage("--limit %d: use a positive number, or 0 for all", f.limit)
	}
	return nil
}

// timeSpan returns the times of the filter; nil bounds nothing.
func (f *listFilter) timeSpan(p *program) (since, until *timestamppb.Timestamp, err error) {
	if since, err = p.momentBack("--since", f.since); err != nil {
		return nil, nil, err
	}
	until, err = p.momentBack("--until", f.until)
	return since, until, err
}

// momentBack returns the moment that "12h" ago was, or when the day begins that "30d", "4w"
// or a date means; nil for "".
func (p *program) momentBack(flag, text string) (*timestamppb.Timestamp, error) {
	if text == "" {
		return nil, nil
	}
	ref, err := p.ref()
	if err != nil {
		return nil, err
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return timestamppb.New(ref.Now.Add(-d)), nil
	}
	day, err := dayBack(flag, text, ref.Now)
	if err != nil {
		return nil, err
	}
	at, err := time.ParseInLocation(time.DateOnly, day, ref.Now.Location())
	if err != nil {
		return nil, err
	}
	return timestamppb.New(at), nil
}

// tellTotal says how many there are beside those that a list shows.
func (p *program) tellTotal(shown int, total int32, noun string) {
	switch {
	case shown == 0:
		p.notice("no %s", noun)
	case int(total) > shown:
		p.notice("%d of %d %s; --limit 0 lists all", shown, total, noun)
	}
}

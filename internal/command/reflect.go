package command

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func (p *program) reflectCommand() *cobra.Command {
	var since string
	c := &cobra.Command{
		Use:   "reflect",
		Short: "Review your latest notes for what is worth remembering",
		Long: `Reviews the notes since the last review, or of the last 30 days if there was
none, and adds what is worth remembering to the page that "weft context" shows.
It prints each new or changed line with the note behind it.

It uses the observer's model, in one call or a few; nothing else uses that model.
Without a model, rules look for what repeats.`,
		Example: `  weft reflect
  weft reflect --since 30d
  weft reflect --since 2026-01-01 -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.reflect(cmd.Context(), since) },
	}
	c.Flags().StringVar(&since, "since", "", "review notes from this `day` on: 30d, 4w or 2026-01-31")
	return c
}

func (p *program) reflect(ctx context.Context, since string) error {
	now, err := p.now()
	if err != nil {
		return err
	}
	req := &orchestratorv1.ReflectRequest{Now: now, TimeZone: p.flags.zone}
	if since != "" {
		zone, err := p.zone()
		if err != nil {
			return err
		}
		today := time.Now()
		if now != nil {
			today = now.AsTime()
		}
		if req.Since, err = dayBack("--since", since, today.In(zone)); err != nil {
			return err
		}
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	w := p.walk(false)
	w.status.Set("reviewing your notes")
	got, err := s.api().Reflect(ctx, req)
	w.end()
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(got)
	}
	p.notice("%s", lookedOver(got))
	return p.print(p.reflected(got))
}

// back is a number of days or weeks.
var back = regexp.MustCompile(`^(\d{1,4})([dw])$`)

// dayBack returns the day that "30d", "4w" or a date means.
func dayBack(flag, text string, today time.Time) (string, error) {
	if m := back.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1]) // at most four digits
		if m[2] == "w" {
			n *= 7
		}
		return today.AddDate(0, 0, -n).Format(time.DateOnly), nil
	}
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return "", usage("%s %q is not a day; use 30d, 4w or 2026-01-31", flag, text)
	}
	return text, nil
}

// reflected tells what a look over the notes has come to.
func (p *program) reflected(r *orchestratorv1.ReflectResponse) string {
	var b strings.Builder
	for _, u := range r.GetUpdates() {
		sure := strings.ToLower(strings.TrimPrefix(u.GetCertainty().String(), "CERTAINTY_"))
		kind := strings.ToLower(strings.TrimPrefix(u.GetCategory().String(), "CATEGORY_"))
		fmt.Fprintf(&b, "%s  %s: %s (%s, from %s)\n", p.outStyle.Dim(kind), u.GetKey(), oneLine(u.GetValue()), sure, u.GetSource())
	}
	for _, line := range r.GetArchived() {
		b.WriteString(p.outStyle.Dim("archived") + "  " + oneLine(line) + "\n")
	}
	if b.Len() == 0 {
		b.WriteString("nothing new to remember\n")
	}
	return b.String()
}

// lookedOver tells who looked over how many notes.
func lookedOver(r *orchestratorv1.ReflectResponse) string {
	who := "a model reviewed"
	from := r.GetProvenance()
	switch {
	case r.GetNotesRead()+r.GetNotesLeftOut() == 0:
		return "there are no notes since " + r.GetSince()
	case from.GetMind() == commonv1.Mind_MIND_MODEL:
	case from.GetDegraded():
		who = "no model answered, so rules reviewed"
	default:
		who = "no model is configured for this, so rules reviewed"
	}
	said := fmt.Sprintf("%s %s since %s", who, count(int(r.GetNotesRead()), "note"), r.GetSince())
	if n := int(r.GetNotesLeftOut()); n > 0 {
		said += fmt.Sprintf("; %s did not fit in", count(n, "note"))
	}
	return said
}

package invoices

import (
	"bytes"
	"fmt"
	"strings"
)

// render returns an invoice for people, in Markdown.
func render(i Invoice) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# Invoice %s\n\n", i.Number)
	if i.Cancelled != "" {
		fmt.Fprintf(&out, "**Cancelled on %s.** %s\n\n", i.Cancelled, i.Reason)
	}
	fmt.Fprintf(&out, "To: %s, %s\n\nIssued: %s, for %s. Due: %s\n\n| | hours | %s |\n|---|---:|---:|\n", i.Client, i.Email, i.Issued, i.Month, i.Due, i.Currency)
	for _, l := range i.Lines {
		fmt.Fprintf(&out, "| %s | %s | %s |\n", strings.ReplaceAll(l.Text, "|", `\|`), hours(l.Minutes), money(l.AmountCents))
	}
	fmt.Fprintf(&out, "| **Total** | | **%s** |\n", money(i.TotalCents))
	return out.Bytes()
}

func hours(minutes int64) string {
	if minutes == 0 {
		return ""
	}
	return fmt.Sprintf("%d:%02d", minutes/60, minutes%60)
}

func money(cents int64) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

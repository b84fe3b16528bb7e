package bus

import (
	"net/url"
	"strings"
)

// where names the servers of a list of URLs without what is secret in them.
func where(list string) string {
	if list == "" {
		return "this process"
	}
	var shown []string
	for one := range strings.SplitSeq(list, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" {
			shown = append(shown, "a URL that can't be read")
			continue
		}
		shown = append(shown, u.Scheme+"://"+u.Host)
	}
	return strings.Join(shown, ", ")
}

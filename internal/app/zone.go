package app

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// TimeZone returns the IANA name of the configured zone, or of the system's.
// Where the system does not tell its name, it is UTC.
func TimeZone(configured string) string {
	if configured != "" {
		return configured
	}
	if name := zoneName(os.Getenv("TZ")); name != "" {
		return name
	}
	if target, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		if name := zoneName(target); name != "" {
			return name
		}
	}
	return "UTC"
}

// zoneName returns the IANA name in a TZ variable or in the path of a zone file.
func zoneName(s string) string {
	s = strings.TrimPrefix(s, ":")
	if _, after, ok := strings.Cut(s, "zoneinfo/"); ok {
		s = after
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "posix/"), "right/")
	if s == "" || s == "Local" || strings.HasPrefix(s, "/") {
		return ""
	}
	if _, err := time.LoadLocation(s); err != nil {
		return ""
	}
	return s
}

// weekStart reads the first day of the week from configuration, which has
// checked it.
func weekStart(name string) time.Weekday {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.EqualFold(d.String(), name) {
			return d
		}
	}
	return time.Monday
}

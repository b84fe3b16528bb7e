package render

import (
	"cmp"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// AuditEvent returns a call that changed something as a line.
func AuditEvent(style screen.Style, e *orchestratorv1.AuditEvent, zone *time.Location) string {
	who := cmp.Or(e.GetUser(), "key file")
	switch {
	case e.GetIssuer() != "":
		who += " (" + e.GetSubject() + " of " + e.GetIssuer() + ")"
	case e.GetKeyId() != "":
		who += " (key " + e.GetKeyId() + ")"
	}
	words := []string{style.Dim(e.GetTime().AsTime().In(zone).Format("2006-01-02 15:04:05")), who, e.GetMethod()}
	words = append(words, e.GetRunIds()...)
	for _, id := range []string{e.GetInterruptId(), e.GetEntryId(), e.GetThreadId(), e.GetWebhookId(), e.GetTool(), e.GetApiKeyId(), e.GetDescription()} {
		if id != "" {
			words = append(words, id)
		}
	}
	if e.GetRefused() != "" {
		words = append(words, style.Bad("refused: "+e.GetRefused()))
	}
	return strings.Join(words, "  ") + "\n"
}

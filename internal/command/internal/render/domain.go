package render

import (
	"fmt"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Domain returns a domain's name and description.
func Domain(style screen.Style, d *commonv1.DomainInfo) string {
	const nameWidth = 12
	pad := strings.Repeat(" ", nameWidth+2)
	about := style.Wrap(oneLine(d.GetDescription()), pad, pad)
	return style.Bold(fmt.Sprintf("%-*s", nameWidth, d.GetName())) + "  " + strings.TrimPrefix(about, pad) + "\n"
}

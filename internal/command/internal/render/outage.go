package render

import (
	"fmt"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/plans/progress"
)

// outageRows tells whom a run or a plan waits for, how often that was tried, and what it
// failed with.
func outageRows(row func(name, text string), o *orchestratorv1.Outage, zone *time.Location) {
	if o == nil {
		return
	}
	at := func(t time.Time) string { return moment(t, zone) }
	row("outage", o.GetState()+" "+shown(progress.WaitsFor(o, at)))
	tried := ""
	if n := o.GetAttempts(); n > 0 {
		tried = fmt.Sprintf("%d %s; ", n, either(int(n), "time", "times"))
	}
	row("tried", tried+"next at "+o.GetRetryTime().AsTime().In(zone).Format("15:04:05"))
	row("because", shown(o.GetError()))
}

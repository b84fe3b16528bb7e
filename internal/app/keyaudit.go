package app

import (
	"context"
	"os"
	"time"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/lifecycle"
)

// lookAtKeys is how often changes in the file of API keys are looked for.
const lookAtKeys = 2 * time.Second

// auditKeys keeps what changes in the file of API keys, which commands write without a
// server, until ctx ends. What can't be kept now is kept later.
func (m *mesh) auditKeys(ctx context.Context) error {
	var changed time.Time
	var size int64
	for {
		info, err := os.Stat(m.Config.Auth.KeysFile) // if it is away, the log has said it
		if err == nil && !(info.ModTime().Equal(changed) && info.Size() == size) {
			if err = m.auditChange(ctx); err == nil {
				changed, size = info.ModTime(), info.Size()
			} else if ctx.Err() == nil {
				m.Log.WarnContext(ctx, "changes of API keys are not in the audit yet; they are tried again", "error", err)
			}
		}
		if !lifecycle.Sleep(ctx, lookAtKeys) {
			return nil
		}
	}
}

func (m *mesh) auditChange(ctx context.Context) error {
	keys, err := auth.ReadKeys(m.Config.Auth.KeysFile)
	if err != nil {
		return err
	}
	return m.audited.KeepKeys(ctx, keys, time.Now())
}

package schedule

import "github.com/weft-mesh/weft/planning/problem"

func (m *model) overload(_ *model, _, _ *early) *problem.Certificate { return nil }

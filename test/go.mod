module github.com/weft-mesh/weft/test

go 1.26.0

require (
	github.com/weft-mesh/weft v0.0.0
	github.com/weft-mesh/weft/proto v0.0.0
)

replace (
	github.com/weft-mesh/weft => ../
	github.com/weft-mesh/weft/proto => ../proto
)

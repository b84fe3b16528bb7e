module github.com/weft-mesh/weft/tools/protovendor

go 1.26.0

require (
	github.com/jhump/protoreflect/v2 v2.0.0-beta.2
	google.golang.org/genproto/googleapis/api v0.0.0-20260904194346-d0f1323225a4
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260825221802-da73d73af1c5
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/stretchr/testify v1.12.1 // indirect
	golang.org/x/sync v0.22.0 // indirect
	golang.org/x/text v0.41.0 // indirect
)

package document

import (
	"errors"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/emptypb"
)

// Types resolves the types of messages within messages for what is written as JSON. A
// type that this program does not have is written with its name and nothing in it, rather
// than that the whole message can't be: it may come from another build.
type Types struct{}

// FindExtensionByName implements protojson's resolver.
func (Types) FindExtensionByName(name protoreflect.FullName) (protoreflect.ExtensionType, error) {
	return protoregistry.GlobalTypes.FindExtensionByName(name)
}

// FindExtensionByNumber implements protojson's resolver.
func (Types) FindExtensionByNumber(message protoreflect.FullName, n protoreflect.FieldNumber) (protoreflect.ExtensionType, error) {
	return protoregistry.GlobalTypes.FindExtensionByNumber(message, n)
}

// FindMessageByName implements protojson's resolver.
func (Types) FindMessageByName(name protoreflect.FullName) (protoreflect.MessageType, error) {
	return known(protoregistry.GlobalTypes.FindMessageByName(name))
}

// FindMessageByURL implements protojson's resolver.
func (Types) FindMessageByURL(url string) (protoreflect.MessageType, error) {
	return known(protoregistry.GlobalTypes.FindMessageByURL(url))
}

func known(t protoreflect.MessageType, err error) (protoreflect.MessageType, error) {
	if errors.Is(err, protoregistry.NotFound) {
		return (&emptypb.Empty{}).ProtoReflect().Type(), nil
	}
	return t, err
}

// Command protovendor writes the .proto sources of foreign contracts from the
// descriptors inside their Go packages, so that a build needs no schema
// registry. Comments are not in descriptors and get lost.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"buf.build/go/protovalidate"
	"github.com/jhump/protoreflect/v2/protoprint"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// The import registers buf/validate/validate.proto.
var _ = protovalidate.GlobalValidator

func main() {
	out := flag.String("out", "third_party", "folder to write to")
	flag.Parse()
	for _, name := range flag.Args() {
		if err := write(*out, name); err != nil {
			fmt.Fprintf(os.Stderr, "protovendor: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

func write(out, name string) (err error) {
	d, err := protoregistry.GlobalFiles.FindFileByPath(name)
	if err != nil {
		return err
	}
	path := filepath.Join(out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	return (&protoprint.Printer{Compact: true}).PrintProtoFile(d, f)
}

// Command protovendor writes the .proto sources of foreign contracts, so that a build
// needs no schema registry. Those of protovalidate are its own text, with comments and
// in a form that every tool reads; those of google/rpc are printed from the descriptors
// in their Go packages, and their comments get lost.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jhump/protoreflect/v2/protoprint"
	_ "google.golang.org/genproto/googleapis/api/annotations" // these four
	_ "google.golang.org/genproto/googleapis/rpc/code"
	_ "google.golang.org/genproto/googleapis/rpc/errdetails" // register
	_ "google.golang.org/genproto/googleapis/rpc/status"     // what is printed
	"google.golang.org/protobuf/reflect/protoregistry"
)

// protovalidate is the module with the text of buf/validate, and where it lies there.
const (
	protovalidate = "github.com/bufbuild/protovalidate@v1.2.2"
	textFolder    = "proto/protovalidate"
)

func main() {
	out := flag.String("out", "third_party", "folder to write to")
	flag.Parse()
	for _, name := range flag.Args() {
		if err := vendor(*out, name); err != nil {
			fmt.Fprintf(os.Stderr, "protovendor: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

func vendor(out, name string) error {
	path := filepath.Join(out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	text, err := source(name)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// source returns the text of a file.
func source(name string) ([]byte, error) {
	if strings.HasPrefix(name, "buf/validate/") {
		dir, err := download(protovalidate)
		if err != nil {
			return nil, err
		}
		return os.ReadFile(filepath.Join(dir, textFolder, name))
	}
	d, err := protoregistry.GlobalFiles.FindFileByPath(name)
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	err = (&protoprint.Printer{Compact: true}).PrintProtoFile(d, &out)
	return []byte(out.String()), err
}

// download returns the folder of a module that has no Go code to import.
func download(module string) (string, error) {
	data, err := exec.Command("go", "mod", "download", "-json", module).Output()
	if err != nil {
		return "", fmt.Errorf("download %s: %w", module, err)
	}
	var m struct{ Dir string }
	return m.Dir, json.Unmarshal(data, &m)
}

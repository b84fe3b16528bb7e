package planvault

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/plans/folder"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/template"
)

// mostTemplates is how many templates are read.
const mostTemplates = 500

// Templates returns the templates of plans in a vault, by name: what ends in ".md" in the
// folder of templates. Those that can't be read as plans say why.
func Templates(vault, plans string) ([]template.File, error) {
	files, err := safefile.OpenFolder(vault)
	if err != nil {
		return nil, err
	}
	defer func() { _ = files.Close() }()
	dir := path.Join(plans, folder.Templates)
	var names []string
	err = files.List(dir, func(e fs.DirEntry) {
		if name, ok := strings.CutSuffix(e.Name(), ".md"); ok && e.Type().IsRegular() && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	slices.Sort(names)
	var out []template.File
	for _, name := range names[:min(len(names), mostTemplates)] {
		t := template.File{Name: name, Source: path.Join(dir, name+".md")}
		if err := read(files, &t); err != nil {
			t.Content, t.Problem = nil, err.Error()
		}
		out = append(out, t)
	}
	return out, nil
}

func read(files *safefile.Folder, t *template.File) error {
	data, _, err := files.Read(t.Source, planfile.Most)
	if err != nil {
		return err
	}
	f, err := planfile.Parse(data)
	if err != nil {
		return err
	}
	content, steps, err := f.ReadContent()
	switch {
	case err != nil:
		return err
	case content.GetObjective() == "":
		return errors.New(`it does not say what is to be reached: write it below a line "# Objective"`)
	case len(steps) == 0:
		return errors.New(`it has no steps: write them below a line "## Roadmap"`)
	}
	t.Content = content
	return nil
}

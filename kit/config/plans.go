package config

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/mind"
)

// Plans says what drafts of plans may cost, how long plans wait, and how they are shown as files.
type Plans struct {
	StaleAfter time.Duration `yaml:"stale_after" min:"0" max:"8760h" doc:"How long a proposal waits for somebody to decide on it. After that it has expired, and has to be opened again. 0: without an end."`

	DraftTokens   int `yaml:"draft_tokens" min:"-1" doc:"Tokens that a model may use to draft a plan from words, read and written. -1: no limit. 0: no plan is drafted."`
	DraftMicroUSD int `yaml:"draft_micro_usd" min:"-1" doc:"What a draft may cost, in millionths of a US dollar. -1: no limit. 0: no plan is drafted."`

	Folder        string `yaml:"folder" doc:"Folder in the vault below which plans, roadmaps and what waits for an approval are files (docs/vault.md). Empty: plans are no files."`
	ApproveByFile bool   `yaml:"approve_by_file" doc:"Whether moving a file decides, and a ticked box counts. If a tool can write the vault, set it to false, or the tool could approve itself."`
}

// PlanFolder returns where plans are files, "" if they are none.
func (c *Config) PlanFolder() string {
	if c.Plans.Folder == "" || c.Store != Vault {
		return ""
	}
	return filepath.Join(c.Vault, filepath.FromSlash(c.Plans.Folder))
}

// DraftsPlans reports whether plans are drafted from words.
func (c *Config) DraftsPlans() bool {
	return c.MindOf("planner") != mind.Rules && c.Plans.DraftTokens != 0 && c.Plans.DraftMicroUSD != 0
}

func (k *checker) plans() {
	folder := k.config.Plans.Folder
	if folder == "" {
		return
	}
	clean := path.Clean(folder)
	switch {
	case strings.Contains(folder, `\`) || !filepath.IsLocal(folder) || clean != folder && clean+"/" != folder:
		k.problem("plans.folder", "%q is not a folder in the vault, such as Weft or Projects/Weft", folder)
		return
	case strings.HasPrefix(folder, ".") && folder != "." || strings.Contains(folder, "/."):
		k.problem("plans.folder", "%q is hidden; people would not see their plans", folder)
	case clean == "logs" || strings.HasPrefix(clean, "logs/"):
		k.problem("plans.folder", "%q has your notes; use a folder of its own", folder)
	}
	k.approvers()
}

// planFolders are the folders of plans below plans.folder.
var planFolders = []string{"Plans", "Roadmaps", "Pending_Approval", "Approved", "Rejected", "Done"}

// vaultFolder refuses folders that a tool must not write into.
func (k *checker) vaultFolder() {
	folder, plans := k.config.Tools.VaultFolder, path.Clean(k.config.Plans.Folder)
	if folder == "" {
		return
	}
	clean := path.Clean(folder)
	switch {
	case strings.Contains(folder, `\`) || !filepath.IsLocal(folder) || clean == ".":
		k.problem("tools.vault_folder", "%q is not a folder in the vault, such as Drafts or Projects/Drafts", folder)
	case strings.HasPrefix(clean, ".") || strings.Contains(clean, "/."):
		k.problem("tools.vault_folder", "%q is hidden; people would not see what is written", folder)
	case clean == "logs" || strings.HasPrefix(clean, "logs/"):
		k.problem("tools.vault_folder", "%q has your notes; use a folder of its own", folder)
	case k.config.Plans.Folder != "" && slices.ContainsFunc(planFolders, func(of string) bool {
		return above(clean, path.Join(plans, of)) || above(path.Join(plans, of), clean)
	}):
		k.problem("tools.vault_folder", "%q has the plans' files in it, or is among them; a plan could approve itself", folder)
	}
}

// approvers refuses servers of tools that could approve their own calls, as far as their
// configuration tells.
func (k *checker) approvers() {
	plans := k.config.PlanFolder()
	if plans == "" || !k.config.Plans.ApproveByFile {
		return
	}
	servers := k.config.Tools.Servers
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		s, at := servers[name], serversPath+"."+name
		if len(s.Command) > 1 && namesFolder(plans, s.Command[1:]) {
			k.problem(at+".command", "names a folder with the plans' files, which its tools could move to approve their own calls; name another folder, or set plans.approve_by_file to false")
		}
		if len(s.Command) > 0 && namesFolder(plans, s.Env) {
			k.problem(at+".env", "names a folder with the plans' files, which its tools could move to approve their own calls; name another folder, or set plans.approve_by_file to false")
		}
	}
}

// namesFolder reports whether words have the path of a folder, of one above it or of one
// in it.
func namesFolder(folder string, words []string) bool {
	folder = withoutLinks(folder)
	for _, word := range words {
		parts := []string{word}
		if _, value, ok := strings.Cut(word, "="); ok {
			parts = append(parts, value)
		}
		for _, part := range slices.Clone(parts) {
			if m := fromEnvironment.FindStringSubmatch(part); m != nil {
				parts = append(parts, os.Getenv(m[1]))
			}
		}
		for _, part := range slices.Clone(parts) {
			parts = append(parts, strings.FieldsFunc(part, func(r rune) bool { return r == os.PathListSeparator || r == ',' })...)
		}
		for _, part := range parts {
			if part = strings.TrimPrefix(part, "file://"); part == "" {
				continue
			}
			if below, ok := strings.CutPrefix(part, "~"); ok && (below == "" || below[0] == '/') {
				part = os.Getenv("HOME") + below
			}
			if full, err := filepath.Abs(part); err == nil {
				if full = withoutLinks(full); above(full, folder) || above(folder, full) {
					return true
				}
			}
		}
	}
	return false
}

// above reports whether a folder is another, or is above it.
func above(folder, other string) bool {
	rel, err := filepath.Rel(folder, other)
	return err == nil && filepath.IsLocal(rel)
}

// withoutLinks resolves the links of as much of a path as there is.
func withoutLinks(full string) string {
	if real, err := filepath.EvalSymlinks(full); err == nil {
		return real
	}
	if dir := filepath.Dir(full); dir != full {
		return filepath.Join(withoutLinks(dir), filepath.Base(full))
	}
	return full
}

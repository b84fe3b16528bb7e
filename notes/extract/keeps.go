package extract

// Keeps reports whether a value keeps the schema of a domain at a path of
// properties, "[]" for the items of an array; without a path, of the whole. What
// no schema is known for is not kept.
func (ex *Extractor) Keeps(domain string, v any, path ...string) bool {
	for _, d := range ex.domains {
		if d.name != domain {
			continue
		}
		n := d.schema
		for _, key := range path {
			if key == "[]" {
				n, _ = n.items()
			} else {
				n = n.property(key)
			}
		}
		if !n.exists() {
			return false
		}
		checked, err := resolve(n.standalone())
		return err == nil && checked.Validate(v) == nil
	}
	return false
}

package draft

// Number is a parameter of the template that is a number, as it was said or is usual; false: there
// is none.
func (d *Draft) Number(param string) (n int, ok bool) {
	p := find(d.Selection.Template, param)
	if p == nil || p.Choices != nil {
		return 0, false
	}
	if v, said := d.values[param]; said {
		return v.Number, true
	}
	return p.Default.Number, true
}

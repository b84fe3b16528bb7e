package document

// CheckJSON refuses JSON that would keep a parser busy or become far more in
// memory than it is as a text. It does not tell whether it is JSON: the parser
// does. Its error is an *Error.
func CheckJSON(text []byte, most int) error {
	if len(text) > most {
		return errorf(0, "it has %d bytes, more than the %d that are read", len(text), most)
	}
	line, depth, values, quoted := 1, 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			line++
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
			values++
		case c == ']' || c == '}':
			depth--
		case c == ',':
			values++
		}
		if depth > maxDepth {
			return errorf(line, "it is nested deeper than %d", maxDepth)
		}
		if values > MaxValues {
			return errorf(line, "it holds more than %d values", MaxValues)
		}
	}
	return nil
}

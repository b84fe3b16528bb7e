package command

// pageSize is how many things are asked for at a time.
const pageSize = 1000

// pages asks for page after page, of so many things at most, until there are no more
// or there are as many as the limit; 0 is no limit. get returns how many it got and
// the token of the next page. pages returns the token of the page that it left out, ""
// if there is none.
func pages(limit, most int, get func(size int32, token string) (got int, next string, err error)) (string, error) {
	token, seen := "", 0
	for {
		size := most
		if limit > 0 {
			size = min(size, limit-seen)
		}
		got, next, err := get(int32(size), token)
		if err != nil {
			return "", err
		}
		seen, token = seen+got, next
		if token == "" || (limit > 0 && seen >= limit) {
			return token, nil
		}
	}
}

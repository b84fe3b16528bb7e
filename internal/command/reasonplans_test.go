package command

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestPlansAreFoundOutAbout(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.weft("", "plan", h.writes("mum.md", "# Objective\nMum is called\n## Roadmap\n- [ ] Look up her number ^look\n- [ ] Call her ^call\n")).mustExit(t, exitDone)
	var plan struct{ ID, User string }
	if err := json.Unmarshal([]byte(h.weft("", "plans", "show", "last", "-o", "json").out), &plan); err != nil || plan.ID == "" {
		t.Fatalf("%v, %v", plan, err)
	}
	key := h.writes("key", "secret")
	finds := func(user string) (result, []string) {
		base, asked := capable(t,
			`{"answer":"","args":"{}","respond":false,"thought":"","tool":"list_plans"}`,
			fmt.Sprintf(`{"answer":"","args":"{\"id\":\"%s\"}","respond":false,"thought":"","tool":"read_plan"}`, plan.ID),
			`{"answer":"","args":"{\"id\":\"PLAN-01M83T9E6VY4AJ3PGTP1677Z84\"}","respond":false,"thought":"","tool":"read_plan"}`,
			`{"answer":"It waits for you.","args":"","respond":true,"thought":"","tool":""}`)
		h.writes(".config/weft/config.yaml", fmt.Sprintf("user: %s\nllm: {agents: {planner: {provider: openai}}, depth: off, providers: {openai: {api_key: %q, api_base: %q}}}", user, "file:"+key, base))
		got := h.weft("", "reason", "what waits for me?")
		got.mustExit(t, exitDone)
		return got, asked()
	}
	got, asked := finds(plan.User)
	mustContain(t, got.out, "1 plan.", "A plan, proposed, 0 of 2 steps done.", "not_found: the person has no plan of this id", "It waits for you.")
	if last := asked[3]; !strings.Contains(last, "Mum is called") || !strings.Contains(last, "Look up her number") {
		t.Errorf("the model is told %s", last)
	}
	got, asked = finds("bob")
	mustContain(t, got.out, "0 plans.", "not_found: the person has no plan of this id")
	if strings.Contains(asked[3], "Mum is called") || strings.Contains(got.out, "A plan of") {
		t.Errorf("another finds out %s", asked[3])
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// same says where two documents differ.
func same(name string, found, wanted []byte) error {
	var left, right any
	if err := json.Unmarshal(found, &left); err != nil {
		return err
	}
	if err := json.Unmarshal(wanted, &right); err != nil {
		return err
	}
	if !reflect.DeepEqual(left, right) {
		return fmt.Errorf("the typed %s is %s, not %s", name, found, wanted)
	}
	return nil
}

// says fails unless the answer has everything that is wanted; it may have more fields. The rulings
// on cube actions are compared by action, and a wanted text is what the answer begins with.
func says(answer, wanted any, place string) error {
	switch wanted := wanted.(type) {
	case map[string]any:
		found, is := answer.(map[string]any)
		if !is {
			return fmt.Errorf("%s is no object", place)
		}
		for name, value := range wanted {
			inner, has := found[name]
			if !has {
				return fmt.Errorf("%s/%s is missing", place, name)
			}
			if err := says(inner, value, place+"/"+name); err != nil {
				return err
			}
		}
		return nil
	case []any:
		found, is := answer.([]any)
		if !is {
			return fmt.Errorf("%s is no list", place)
		}
		if place == "/actions" {
			return saysByAction(found, wanted)
		}
		if len(found) != len(wanted) {
			return fmt.Errorf("%s has %d items, not %d", place, len(found), len(wanted))
		}
		for index, value := range wanted {
			if err := says(found[index], value, fmt.Sprintf("%s/%d", place, index)); err != nil {
				return err
			}
		}
		return nil
	case string:
		if found, is := answer.(string); is && place == "" {
			if strings.HasPrefix(found, wanted) {
				return nil
			}
			return fmt.Errorf("the text does not begin with %s", wanted)
		}
	}
	if !reflect.DeepEqual(answer, wanted) {
		return fmt.Errorf("%s is %v, not %v", place, answer, wanted)
	}
	return nil
}

func saysByAction(found, wanted []any) error {
	byAction := map[any]any{}
	for _, ruling := range found {
		byAction[ruling.(map[string]any)["action"]] = ruling
	}
	for _, ruling := range wanted {
		action := ruling.(map[string]any)["action"]
		if err := says(byAction[action], ruling, fmt.Sprintf("/actions/%v", action)); err != nil {
			return err
		}
	}
	return nil
}

package referee

import (
	"encoding/json"
	"fmt"
	"mime"
	"strings"
)

// Answer is what every generated ...Response is: one answer of the service, whatever its status.
type Answer interface {
	StatusCode() int
	ContentType() string
	GetBody() []byte
}

// Error makes a problem document an error of Go, so that errors.As finds it.
func (problem *Problem) Error() string {
	return problem.Code + ": " + problem.Detail
}

// AsError is nil for an answer of 2xx and 304, a *Problem where the service says what is wrong, and
// a plain error where something else has answered, such as a proxy.
func AsError(answer Answer) error {
	status := answer.StatusCode()
	if status/100 == 2 || status == 304 {
		return nil
	}
	media, _, err := mime.ParseMediaType(answer.ContentType())
	if err != nil || !strings.EqualFold(media, "application/problem+json") {
		return fmt.Errorf("status %d, and no problem document", status)
	}
	problem := new(Problem)
	if err := json.Unmarshal(answer.GetBody(), problem); err != nil {
		return fmt.Errorf("status %d, and a problem document that cannot be read: %w", status, err)
	}
	return problem
}

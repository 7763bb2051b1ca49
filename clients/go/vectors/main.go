// Vectors asks a live service every row of the given files through the generated client, and holds
// the typed answers to the rows.
//
//	vectors BASE_URL FILE...
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	referee "portes-referee/clients/go"
)

type row struct {
	Name      string          `json:"name"`
	Operation string          `json:"operation"`
	Request   json.RawMessage `json:"request"`
	Status    int             `json:"status"`
	Answer    any             `json:"answer"`
}

func main() {
	asked, err := referee.NewClientWithResponses(os.Args[1])
	fail(err)
	rows := read(os.Args[2:])
	right := 0
	for _, row := range rows {
		if err := judge(asked, row); err != nil {
			fmt.Fprintf(os.Stderr, "%s, %s: %v\n", row.Operation, row.Name, err)
		} else {
			right++
		}
	}
	fmt.Printf("go: %d of %d vectors\n", right, len(rows))
	if right < len(rows) || right == 0 {
		os.Exit(1)
	}
}

func read(files []string) []row {
	var all []row
	for _, file := range files {
		text, err := os.ReadFile(file)
		fail(err)
		var rows []row
		fail(json.Unmarshal(text, &rows))
		all = append(all, rows...)
	}
	return all
}

func judge(asked *client, row row) error {
	ask, has := questions[row.Operation]
	if !has {
		return fmt.Errorf("the client has no such operation")
	}
	ctx, done := context.WithTimeout(context.Background(), time.Minute)
	defer done()
	status, answer, err := ask(ctx, asked, row.Request)
	if err != nil {
		return err
	}
	if status != row.Status {
		return fmt.Errorf("status %d, not %d: %s", status, row.Status, answer)
	}
	var found any
	if err := json.Unmarshal(answer, &found); err != nil {
		return err
	}
	return says(found, row.Answer, "")
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

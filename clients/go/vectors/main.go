// Vectors asks a service every row of the given files through the generated client, and holds the
// typed answers to the rows. An answer must have no field that its model does not have; one of a
// later service must have such a field, and be read all the same.
//
//	vectors [-later] BASE_URL FILE...
package main

import (
	"context"
	"encoding/json"
	"flag"
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
	later := flag.Bool("later", false, "the answers are those of a later service")
	flag.Parse()
	asked, err := referee.NewClientWithResponses(flag.Arg(0))
	fail(err)
	rows := read(flag.Args()[1:])
	right := 0
	for _, row := range rows {
		if err := judge(asked, row, *later); err != nil {
			fmt.Fprintf(os.Stderr, "%s, %s: %v\n", row.Operation, row.Name, err)
		} else {
			right++
		}
	}
	what := "vectors"
	if *later {
		what = "answers of a later service"
	}
	fmt.Printf("go: %d of %d %s\n", right, len(rows), what)
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

func judge(asked *client, row row, later bool) error {
	ask, has := questions[row.Operation]
	if !has {
		return fmt.Errorf("the client has no such operation")
	}
	ctx, done := context.WithTimeout(context.Background(), time.Minute)
	defer done()
	reply, err := ask(ctx, asked, row.Request)
	if err != nil {
		return err
	}
	if reply.status != row.Status {
		return fmt.Errorf("status %d, not %d: %s", reply.status, row.Status, reply.came)
	}
	different := same("answer", reply.typed, reply.came)
	if later && different == nil {
		return fmt.Errorf("the answer has nothing new")
	}
	if !later && different != nil {
		return different
	}
	var found any
	if err := json.Unmarshal(reply.typed, &found); err != nil {
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

// Asks for the plays of 3-1 from the start, and what is wrong with a play that is none of them.
package main

import (
	"context"
	"fmt"
	"os"

	referee "portes-referee/clients/go"
)

func main() {
	client, err := referee.NewClientWithResponses(os.Args[1])
	check(err)
	start, turn, dice := "4HPwATDgc/ABMA", referee.SideWhite, referee.Dice{3, 1}
	listed, err := client.ListLegalPlaysWithResponse(context.Background(),
		referee.LegalPlaysRequest{PositionID: &start, Turn: &turn, Dice: &dice})
	check(err)
	check(referee.AsError(listed))
	fmt.Printf("%d plays, the first is %s\n", listed.JSON200.PlayCount, listed.JSON200.Plays[0].Notation)
	notation := "8/5 6/4"
	verdict, err := client.CheckPlayWithResponse(context.Background(),
		referee.CheckPlayRequest{PositionID: &start, Turn: &turn, Dice: &dice, Notation: &notation})
	check(err)
	check(referee.AsError(verdict))
	violation := (*verdict.JSON200.Violations)[0]
	fmt.Printf("%s: %s\n", violation.Code, violation.Message)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

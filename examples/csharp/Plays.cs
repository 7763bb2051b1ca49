using System;
using System.Collections.Generic;
using Portes.Referee.Api;
using Portes.Referee.Model;

/// <summary>Asks for the plays of 3-1 from the start, and what is wrong with a play that is none of them.</summary>
internal static class Plays
{
    public static void Main(string[] arguments)
    {
        PlaysApi plays = new PlaysApi(arguments[0]);
        LegalPlays listed = plays.ListLegalPlays(new LegalPlaysRequest(
            positionId: "4HPwATDgc/ABMA", turn: Side.White, dice: new List<int> { 3, 1 }));
        Console.WriteLine("{0} plays, the first is {1}", listed.PlayCount, listed.Plays[0].Notation);
        PlayVerdict verdict = plays.CheckPlay(new CheckPlayRequest(
            positionId: "4HPwATDgc/ABMA", turn: Side.White, dice: new List<int> { 3, 1 }, notation: "8/5 6/4"));
        foreach (Violation violation in verdict.Violations)
        {
            Console.WriteLine("{0}: {1}", violation.Code, violation.Message);
        }
    }
}

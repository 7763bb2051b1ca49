package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	referee "portes-referee/clients/go"
)

type client = referee.ClientWithResponses

type editor = referee.RequestEditorFn

// A question takes a request as JSON through the typed client.
type question func(ctx context.Context, asked *client, request []byte) (reply, error)

// A reply is an answer as it came, and as the typed model of it writes it again.
type reply struct {
	status      int
	came, typed []byte
}

// questions has the generated method of every operationId.
var questions = map[string]question{
	"listLegalPlays":       withBody((*client).ListLegalPlaysWithResponse, (*referee.ListLegalPlaysResponse).GetJSON200),
	"listPlaysForAllRolls": withBody((*client).ListPlaysForAllRollsWithResponse, (*referee.ListPlaysForAllRollsResponse).GetJSON200),
	"checkPlay":            withBody((*client).CheckPlayWithResponse, (*referee.CheckPlayResponse).GetJSON200),
	"applyPlay":            withBody((*client).ApplyPlayWithResponse, (*referee.ApplyPlayResponse).GetJSON200),
	"scoreGame":            withBody((*client).ScoreGameWithResponse, (*referee.ScoreGameResponse).GetJSON200),
	"listCubeActions":      withBody((*client).ListCubeActionsWithResponse, (*referee.ListCubeActionsResponse).GetJSON200),
	"applyCubeAction":      withBody((*client).ApplyCubeActionWithResponse, (*referee.ApplyCubeActionResponse).GetJSON200),
	"checkCrawford":        withBody((*client).CheckCrawfordWithResponse, (*referee.CheckCrawfordResponse).GetJSON200),
	"judgeOpening":         withBody((*client).JudgeOpeningWithResponse, (*referee.JudgeOpeningResponse).GetJSON200),
	"replayMatch":          withBody((*client).ReplayMatchWithResponse, (*referee.ReplayMatchResponse).GetJSON200),
	"convertNotation":      withBody((*client).ConvertNotationWithResponse, (*referee.ConvertNotationResponse).GetJSON200),
	"verifyTranscript":     withBody((*client).VerifyTranscriptWithResponse, (*referee.VerifyTranscriptResponse).GetJSON200),
	"verifyTranscriptText": withBody(verifyTranscriptText, (*referee.VerifyTranscriptTextResponse).GetJSON200),
	"judgeBatch":           withBody((*client).JudgeBatchWithResponse, (*referee.JudgeBatchResponse).GetJSON200),
	"getLegalPlays":        withParameters((*client).GetLegalPlaysWithResponse, (*referee.GetLegalPlaysResponse).GetJSON200),
	"getPlaysForAllRolls":  withParameters((*client).GetPlaysForAllRollsWithResponse, (*referee.GetPlaysForAllRollsResponse).GetJSON200),
	"getRuleset":           withBody(getRuleset, (*referee.GetRulesetResponse).GetJSON200),
	"listRulesets":         withNothing((*client).ListRulesetsWithResponse, (*referee.ListRulesetsResponse).GetJSON200),
	"getOpenapiJson":       withNothing((*client).GetOpenapiJSONWithResponse, (*referee.GetOpenapiJSONResponse).GetJSON200),
	"getLivez":             withNothing((*client).GetLivezWithResponse, (*referee.GetLivezResponse).GetJSON200),
	"getReadyz":            withNothing((*client).GetReadyzWithResponse, (*referee.GetReadyzResponse).GetJSON200),
	"getStartupz":          withNothing((*client).GetStartupzWithResponse, (*referee.GetStartupzResponse).GetJSON200),
	"getVersion":           withNothing((*client).GetVersionWithResponse, (*referee.GetVersionResponse).GetJSON200),
	// Texts. The generated reader of YAML takes the document for one string, so the plain method is used.
	"getOpenapiYaml":     text((*client).GetOpenapiYaml),
	"getMetrics":         text((*client).GetMetrics),
	"listProblemCodes":   withParameters((*client).ListProblemCodesWithResponse, (*referee.ListProblemCodesResponse).GetJSON200),
	"explainProblemCode": withBody(explainProblemCode, (*referee.ExplainProblemCodeResponse).GetJSON200),
	"getDocs":            text((*client).GetDocs),
}

type codeRequest struct {
	Code     string            `json:"code"`
	Language *referee.Language `json:"language,omitempty"`
}

func explainProblemCode(asked *client, ctx context.Context, request codeRequest, edit ...editor) (*referee.ExplainProblemCodeResponse, error) {
	parameters := &referee.ExplainProblemCodeParams{Language: request.Language}
	return asked.ExplainProblemCodeWithResponse(ctx, request.Code, parameters, edit...)
}

type transcriptRequest struct {
	Text string `json:"text"`
	referee.VerifyTranscriptTextParams
}

func verifyTranscriptText(asked *client, ctx context.Context, request transcriptRequest, edit ...editor) (*referee.VerifyTranscriptTextResponse, error) {
	return asked.VerifyTranscriptTextWithTextBodyWithResponse(ctx, &request.VerifyTranscriptTextParams, request.Text, edit...)
}

type rulesetRequest struct {
	RulesetID string `json:"ruleset_id"`
}

func getRuleset(asked *client, ctx context.Context, request rulesetRequest, edit ...editor) (*referee.GetRulesetResponse, error) {
	return asked.GetRulesetWithResponse(ctx, request.RulesetID, edit...)
}

func withBody[Request any, Response referee.Answer, Answer any](
	ask func(*client, context.Context, Request, ...editor) (Response, error),
	answered func(Response) *Answer,
) question {
	return func(ctx context.Context, asked *client, request []byte) (reply, error) {
		var typed Request
		if err := decode(request, &typed); err != nil {
			return reply{}, err
		}
		response, err := ask(asked, ctx, typed)
		return said(response, err, answered)
	}
}

func withParameters[Request any, Response referee.Answer, Answer any](
	ask func(*client, context.Context, *Request, ...editor) (Response, error),
	answered func(Response) *Answer,
) question {
	return withBody(func(asked *client, ctx context.Context, request Request, edit ...editor) (Response, error) {
		return ask(asked, ctx, &request, edit...)
	}, answered)
}

func withNothing[Response referee.Answer, Answer any](
	ask func(*client, context.Context, ...editor) (Response, error),
	answered func(Response) *Answer,
) question {
	return withBody(func(asked *client, ctx context.Context, _ struct{}, edit ...editor) (Response, error) {
		return ask(asked, ctx, edit...)
	}, answered)
}

func text(ask func(*client, context.Context, ...editor) (*http.Response, error)) question {
	return func(ctx context.Context, asked *client, _ []byte) (reply, error) {
		response, err := ask(asked, ctx)
		if err != nil {
			return reply{}, err
		}
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return reply{}, err
		}
		written, err := json.Marshal(string(body))
		return reply{response.StatusCode, written, written}, err
	}
}

// decode refuses fields that the model does not have, and a model that would send anything else
// than it was given, as null for an absent field or the other way round.
func decode[Request any](request []byte, typed *Request) error {
	decoder := json.NewDecoder(bytes.NewReader(request))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(typed); err != nil {
		return err
	}
	sent, err := json.Marshal(typed)
	if err != nil {
		return err
	}
	return same("request", sent, request)
}

func said[Response referee.Answer, Answer any](
	response Response, err error, answered func(Response) *Answer,
) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	var model any = answered(response)
	if failed := referee.AsError(response); failed != nil {
		problem := new(referee.Problem)
		if !errors.As(failed, &problem) {
			return reply{}, failed
		}
		model = problem
	}
	typed, err := json.Marshal(model)
	return reply{response.StatusCode(), response.GetBody(), typed}, err
}

import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { AssistantParams } from './calls.ts';
import { RUN_REPEATS, RUN_STATES, RUN_STOPS, TALK_STATES, VERDICT_REASONS } from './case-values.ts';
import { AssistantCaseId, CaseExpectation, CaseSettings } from './cases.ts';
import { AssistantSettings } from './settings.ts';
import { AssistantTurn } from './turns.ts';

export const AssistantRunId = z.uuid().brand<'AssistantRunId'>();
export type AssistantRunId = z.infer<typeof AssistantRunId>;

const Repeats = z.union(RUN_REPEATS.map((count) => z.literal(count)));

/** A save of an assistant talked through its cases. Nothing is sent, and visits are written nowhere. */
export const AssistantRun = z.object({
  id: AssistantRunId,
  version: z.int(),
  repeats: Repeats,
  state: z.enum(RUN_STATES),
  /** Why it was stopped; null: it was not. */
  stop: z.enum(RUN_STOPS).nullable(),
  /** Talks in all, those that are over, and those of them that passed. */
  talks: z.int(),
  done: z.int(),
  passed: z.int(),
  /** Cases in all, and those of which every talk passed. */
  cases: z.int(),
  casesPassed: z.int(),
  costMicroUsd: z.int(),
  /** The run ends when it has cost as much. */
  capMicroUsd: z.int(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
});
export type AssistantRun = z.infer<typeof AssistantRun>;

/** Whether an expectation was met, and by what. */
export const CaseVerdict = z.object({
  /** Null: of every talk, e.g. that no message stayed without an answer. */
  expectation: CaseExpectation.nullable(),
  isMet: z.boolean(),
  reason: z.enum(VERDICT_REASONS),
  /** The words of the talk or the visit that decided; null: there are none. */
  quote: z.string().nullable(),
});
export type CaseVerdict = z.infer<typeof CaseVerdict>;

export const TalkLine = z.object({
  side: z.enum(['client', 'assistant']),
  text: z.string(),
  /** How the assistant came to it. */
  turn: AssistantTurn.nullable(),
});
export type TalkLine = z.infer<typeof TalkLine>;

/** One talk of a case. */
export const RunTalk = z.object({
  id: z.uuid(),
  repeat: z.int(),
  state: z.enum(TALK_STATES),
  lines: z.array(TalkLine),
  verdicts: z.array(CaseVerdict),
  costMicroUsd: z.int(),
});
export type RunTalk = z.infer<typeof RunTalk>;

/** A case of a run. `before`: whether it passed with the published save, in the last run of that; null: it did not run. */
export const RunCase = z.object({
  caseId: AssistantCaseId,
  settings: CaseSettings,
  talks: z.int(),
  done: z.int(),
  passed: z.int(),
  costMicroUsd: z.int(),
  before: z.boolean().nullable(),
});
export type RunCase = z.infer<typeof RunCase>;

const OfRun = AssistantParams.extend({ runId: AssistantRunId });

export const listAssistantRuns = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/runs',
  access: 'member',
  summary: 'Runs of the cases of an assistant, the latest first.',
  params: AssistantParams,
  query: PageQuery,
  reply: pageOf(AssistantRun),
  problems: ['assistant.not_found'],
});

export const estimateAssistantRun = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/runs/estimate',
  access: 'member',
  summary: 'What a run of all cases would cost, by earlier runs or by the price of the model.',
  params: AssistantParams,
  query: z.object({ repeats: z.coerce.number().pipe(Repeats).default(1) }),
  reply: z.object({ talks: z.int(), costMicroUsd: z.int(), capMicroUsd: z.int(), balanceMicroUsd: z.int() }),
  problems: ['assistant.not_found'],
});

export const startAssistantRun = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/runs',
  access: 'member',
  summary: 'Runs all cases on the draft, or on the published save.',
  takesIdempotencyKey: true,
  params: AssistantParams,
  body: z.object({
    subject: z.enum(['draft', 'published']).default('draft'),
    repeats: Repeats.default(1),
    capMicroUsd: z.int().min(1).max(1_000_000_000),
  }),
  reply: AssistantRun,
  problems: [
    'assistant.not_found',
    'assistant.not_published',
    'assistant_run.already_running',
    'assistant_run.no_cases',
    'assistant_run.no_model',
    'assistant_run.balance',
  ],
});

export const stopAssistantRun = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/runs/:runId/stop',
  access: 'member',
  summary: 'Stops a run. Talks that are over stay.',
  params: OfRun,
  reply: AssistantRun,
  problems: ['assistant_run.not_found'],
});

export const getAssistantRun = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/runs/:runId',
  access: 'member',
  summary: 'A run with its cases, those that fail first.',
  params: OfRun,
  reply: AssistantRun.extend({ items: z.array(RunCase) }),
  problems: ['assistant_run.not_found'],
});

export const listRunTalks = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/runs/:runId/cases/:caseId/talks',
  access: 'member',
  summary: 'Talks of one case in a run, with verdicts.',
  params: OfRun.extend({ caseId: AssistantCaseId }),
  reply: z.object({ talks: z.array(RunTalk) }),
  problems: ['assistant_run.not_found'],
});

const NamedCase = z.object({ id: AssistantCaseId, title: z.string() });

/** `untested`: no run of this save is finished. */
export const TestsOfDraft = z.object({
  state: z.enum(['no_cases', 'untested', 'tested']),
  /** Cases that passed with the published save and do not with this one. */
  newlyFailing: z.array(NamedCase),
  /** Cases that fail with this save, those included. */
  failing: z.int(),
  /** The owner's choice: a save with newly failing cases is not published. */
  refusesFailing: z.boolean(),
});
export type TestsOfDraft = z.infer<typeof TestsOfDraft>;

export const getPublishing = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/publishing',
  access: 'member',
  summary: 'What publishing the draft would change, and how it did in its cases.',
  params: AssistantParams,
  reply: z.object({
    /** Null: nothing is published. */
    published: z.object({ version: z.int(), title: z.string(), settings: AssistantSettings }).nullable(),
    tests: TestsOfDraft,
  }),
  problems: ['assistant.not_found'],
});

export const setRefusesFailing = endpoint({
  method: 'PUT',
  path: '/api/v1/assistants/:assistantId/refuses-failing',
  access: 'member',
  summary: 'Whether a draft with newly failing cases may be published.',
  params: AssistantParams,
  body: z.object({ refusesFailing: z.boolean() }),
  reply: z.object({ refusesFailing: z.boolean() }),
  problems: ['assistant.not_found'],
});

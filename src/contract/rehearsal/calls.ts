import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { MAX_REHEARSED, REHEARSAL_DAYS } from './values.ts';
import { FlowId, FlowKind, GivenFlowSettings } from '#contract/flows/calls.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import { Day, Instant, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';

export const RehearsalId = z.uuid().brand<'RehearsalId'>();
export type RehearsalId = z.infer<typeof RehearsalId>;

/** The result of a rehearsal. Counts grow while it runs. */
export const RehearsalSummary = z.object({
  sent: z.int(),
  /** Contacts who would have got at least one message. */
  people: z.int(),
  skipped: z.int(),
  skippedByRule: z.record(z.string(), z.int()),
  /** Days on which one contact would have had three messages or more, sent messages included. */
  busyDays: z.int(),
  /** Messages that would have been sent a day or more later, because of the daily limit of their flow. */
  putOff: z.int().default(0),
  /** Charges of providers, by currency, once it is done; see `unpriced`. */
  prices: z.array(z.object({ amount: z.number(), currency: z.string() })).default([]),
  /** Messages of those sent whose price is not known. */
  unpriced: z.int().default(0),
  byDay: z.array(z.object({ day: z.iso.date(), sent: z.int(), skipped: z.int() })),
  byFlow: z.array(z.object({ sent: z.int(), skipped: z.int() })),
});
export type RehearsalSummary = z.infer<typeof RehearsalSummary>;

export const Rehearsal = z.object({
  id: RehearsalId,
  flows: z.array(
    z.object({
      flowId: FlowId.nullable(),
      title: z.string(),
      kind: FlowKind,
      /** With settings that were not saved when it started. */
      isUnsaved: z.boolean(),
    }),
  ),
  days: z.int(),
  from: Instant,
  until: Instant,
  timeZone: TimeZone,
  status: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Contacts simulated so far, and in all. */
  done: z.int(),
  total: z.int(),
  summary: RehearsalSummary,
  /** Branches whose past was not read to the end when it started: their history is incomplete. */
  unreadBranches: z.array(z.string()),
  /** The cabinet's message balance now; each sent message uses one. */
  messagesLeft: z.int(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

/** A rehearsal in a list. */
export const RehearsalBrief = Rehearsal.pick({
  id: true,
  flows: true,
  days: true,
  status: true,
  done: true,
  total: true,
  startedAt: true,
}).extend(RehearsalSummary.pick({ sent: true, people: true, skipped: true }).shape);
export type RehearsalBrief = z.infer<typeof RehearsalBrief>;

export const RehearsalRow = z.object({
  id: z.uuid(),
  flowIndex: z.int(),
  contactId: ContactId,
  contactName: z.string(),
  phone: z.string().nullable(),
  subjectKind: SubjectKind,
  subjectId: z.uuid(),
  outcome: z.enum(['sent', 'skipped']),
  /** For sent messages, the last rule they waited for; `due` where they did not wait. */
  rule: DecisionRule,
  compared: z.record(z.string(), z.unknown()),
  at: Instant,
  /** Zone of the branch of its visit or order, else of the tenant. */
  timeZone: TimeZone,
  body: z.string(),
  isBusy: z.boolean(),
});
export type RehearsalRow = z.infer<typeof RehearsalRow>;

const Days = z.literal(REHEARSAL_DAYS);
const RehearsalParams = z.object({ rehearsalId: RehearsalId });

export const startRehearsal = endpoint({
  method: 'POST',
  path: '/api/v1/flows/rehearsals',
  access: 'member',
  summary: 'Runs flows, or unsaved settings, on what really happened in the last days; nothing is sent.',
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  body: z
    .object({
      days: Days.default(30),
      /** Saved flows, rehearsed together. */
      flowIds: z.array(FlowId).max(MAX_REHEARSED).default([]),
      /** Unsaved settings; messages that their flow really sent are left out of the simulation. */
      unsaved: z
        .object({
          flowId: FlowId.optional(),
          title: z.string().max(120),
          kind: FlowKind,
          settings: GivenFlowSettings,
        })
        .optional(),
    })
    .refine(({ flowIds, unsaved }) => flowIds.length > 0 || unsaved, { path: ['flowIds'], error: 'required' }),
  reply: Rehearsal,
  problems: ['flow.not_found'],
});

export const listRehearsals = endpoint({
  method: 'GET',
  path: '/api/v1/flows/rehearsals',
  access: 'member',
  summary: 'Rehearsals of the last 30 days, newest first.',
  query: PageQuery,
  reply: pageOf(RehearsalBrief),
});

export const getRehearsal = endpoint({
  method: 'GET',
  path: '/api/v1/flows/rehearsals/:rehearsalId',
  access: 'member',
  summary: 'How far a rehearsal is, and what came of it.',
  params: RehearsalParams,
  reply: Rehearsal,
  problems: ['rehearsal.not_found'],
});

export const cancelRehearsal = endpoint({
  method: 'POST',
  path: '/api/v1/flows/rehearsals/:rehearsalId/cancel',
  access: 'member',
  summary: 'Stops a rehearsal; what it found by then stays.',
  params: RehearsalParams,
  reply: Rehearsal,
  problems: ['rehearsal.not_found'],
});

export const listRehearsalRows = endpoint({
  method: 'GET',
  path: '/api/v1/flows/rehearsals/:rehearsalId/rows',
  access: 'member',
  summary: 'Messages that would have left, or decisions against them, oldest first.',
  params: RehearsalParams,
  query: PageQuery.extend({
    outcome: z.enum(['sent', 'skipped']).default('sent'),
    rule: DecisionRule.optional(),
    /** Only days on which a contact would have had three messages or more. */
    busy: z.stringbool().optional(),
    /** A day of the rehearsal's time zone. */
    day: Day.optional(),
    flowIndex: z.coerce
      .number()
      .int()
      .min(0)
      .max(MAX_REHEARSED - 1)
      .optional(),
  }),
  reply: pageOf(RehearsalRow),
  problems: ['rehearsal.not_found'],
});

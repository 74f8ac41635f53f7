import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Flow, FlowId } from '#contract/flows/calls.ts';
import { Instant } from '#contract/primitives.ts';
import {
  MOST_QUICK_START_STEPS,
  QUICK_START_FIGURES,
  QUICK_START_GOALS,
  QUICK_START_KINDS,
  QUICK_START_WHEN,
} from './quick-start-values.ts';

const Kind = z.enum(QUICK_START_KINDS);
const Step = z.int().min(1).max(MOST_QUICK_START_STEPS);

/** How far a cabinet is with a quick start; shared by its members and their devices. */
export const QuickStart = z.object({
  /** From 1. */
  step: Step,
  goal: z.enum(QUICK_START_GOALS).nullable(),
  figures: z.enum(QUICK_START_FIGURES).nullable(),
  /** The flow that was made here; null: none, or it was deleted. */
  flowId: FlowId.nullable(),
  /** The assistant that was made here; null: none, or it was deleted. */
  assistantId: AssistantId.nullable(),
  /** The answer to the last question; null: not answered yet. */
  when: z.enum(QUICK_START_WHEN).nullable(),
  /** The moment at which the flow goes live, when that lies ahead. */
  startsAt: Instant.nullable(),
  isFinished: z.boolean(),
});
export type QuickStart = z.infer<typeof QuickStart>;

export const getQuickStart = endpoint({
  method: 'GET',
  path: '/api/v1/quick-start',
  access: 'member',
  summary: 'How far the cabinet is with a quick start.',
  query: z.object({ kind: Kind }),
  reply: QuickStart,
});

/** Another goal leaves the flow of the one before as it is, in test. */
export const saveQuickStart = endpoint({
  method: 'PUT',
  path: '/api/v1/quick-start',
  access: 'member',
  summary: 'Stores the step and the answers of a quick start. Absent answers stay.',
  body: z.object({
    kind: Kind,
    step: Step,
    goal: z.enum(QUICK_START_GOALS).optional(),
    figures: z.enum(QUICK_START_FIGURES).optional(),
    assistantId: AssistantId.optional(),
    isFinished: z.boolean().optional(),
  }),
  reply: QuickStart,
  problems: ['assistant.not_found'],
});

/** Repeated calls return the same flow. */
export const makeQuickStartFlow = endpoint({
  method: 'POST',
  path: '/api/v1/quick-start/flow',
  access: 'member',
  summary: "Makes the goal's flow in test mode, once.",
  body: z.object({ kind: Kind }),
  reply: Flow,
});

/** The same checks as for taking a flow live are made at once, also for a later day. */
export const startQuickStart = endpoint({
  method: 'POST',
  path: '/api/v1/quick-start/start',
  access: 'member',
  summary: 'Takes the flow live now or on a day to come, or asks the operator for help.',
  body: z
    .object({
      kind: Kind,
      when: z.enum(QUICK_START_WHEN),
      /** In the cabinet's zone; only for `plan`. */
      day: z.iso.date().nullable().default(null),
    })
    .refine(({ when, day }) => when !== 'plan' || day !== null, { path: ['day'], error: 'required' }),
  reply: QuickStart,
  problems: ['flow.not_found', 'flow.incomplete', 'flow.wrong_status', 'auth.test_user', 'server.unavailable'],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FlowOutcome } from './flow-bulk.ts';
import { MOST_FLOWS_AT_ONCE } from './flow-words.ts';
import { Flow, FlowId } from './flows.ts';
import { Instant, PageQuery, pageOf } from './primitives.ts';

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * One difference between two versions.
 *
 * A place is a path of the settings, e.g. `timing.delayMinutes`, `content.texts.en`, `content.buttons.url.title`, or
 * `title`. Buttons are found by their type, templates by their channel, other items by their position in the list.
 */
export const FlowChange = z.discriminatedUnion('type', [
  /** Null: no value. */
  z.object({ type: z.literal('value'), path: z.string(), from: Value, to: Value }),
  /** A list whose order is irrelevant, or that changed by more than its order. */
  z.object({
    type: z.literal('list'),
    path: z.string(),
    added: z.array(z.union([z.string(), z.number()])),
    removed: z.array(z.union([z.string(), z.number()])),
  }),
  z.object({ type: z.literal('order'), path: z.string() }),
]);
export type FlowChange = z.infer<typeof FlowChange>;

export const FlowVersion = z.object({
  version: z.int(),
  title: z.string(),
  savedAt: Instant,
  /** Name or, without one, e-mail of the member who saved it; null when no member did, or they were deleted. */
  savedBy: z.string().nullable(),
  /** Changes since the version before; empty for the first. */
  changes: z.array(FlowChange),
});
export type FlowVersion = z.infer<typeof FlowVersion>;

const FlowParams = z.object({ flowId: FlowId });

export const listFlowVersions = endpoint({
  method: 'GET',
  path: '/api/v1/flows/:flowId/versions',
  access: 'member',
  summary: 'Saves of a flow, newest first, with what each changed.',
  params: FlowParams,
  query: PageQuery,
  reply: pageOf(FlowVersion),
  problems: ['flow.not_found'],
});

/** Creates the next version with the old settings, like any other save. */
export const rollBackFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/:flowId/roll-back',
  access: 'member',
  summary: 'Saves an earlier version again, as the newest.',
  params: FlowParams,
  body: z.object({ version: z.int().min(1), baseVersion: z.int() }),
  reply: Flow,
  problems: ['flow.not_found', 'flow.version_not_found', 'flow.changed_meanwhile', 'flow.incomplete'],
});

/** For Undo of a bulk change. */
export const rollBackFlows = endpoint({
  method: 'POST',
  path: '/api/v1/flows/roll-back',
  access: 'member',
  summary: 'Saves earlier versions of many flows again.',
  body: z.object({
    flows: z
      .array(z.object({ flowId: FlowId, version: z.int().min(1), baseVersion: z.int() }))
      .min(1, { error: 'required' })
      .max(MOST_FLOWS_AT_ONCE, { error: 'too_long' }),
  }),
  reply: z.object({ outcomes: z.array(FlowOutcome) }),
});

export const countFlowWaiting = endpoint({
  method: 'GET',
  path: '/api/v1/flows/:flowId/waiting',
  access: 'member',
  summary: 'How many people wait for a message of a flow, by the version they entered with.',
  params: FlowParams,
  reply: z.object({
    version: z.int(),
    /**
     * Newest first; versions without waiting contacts are omitted, and those equal to the newest are counted with it.
     */
    waiting: z.array(z.object({ version: z.int(), people: z.int() })),
  }),
  problems: ['flow.not_found'],
});

/** Contacts keep the version they entered with until this is called. */
export const moveFlowPeople = endpoint({
  method: 'POST',
  path: '/api/v1/flows/:flowId/move-people',
  access: 'member',
  summary: 'Gives those who wait the newest version of a flow.',
  params: FlowParams,
  problems: ['flow.not_found'],
});

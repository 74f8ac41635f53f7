import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { FlowOutcome } from './bulk.ts';
import { MAX_FLOWS_AT_ONCE } from './values.ts';
import { Flow, FlowId } from './calls.ts';
import { PageQuery, pageOf } from '#contract/primitives.ts';
import { SavedVersion, VersionNumber } from '#contract/senders/versions.ts';

const FlowParams = z.object({ flowId: FlowId });

export const listFlowVersions = endpoint({
  method: 'GET',
  path: '/api/v1/flows/:flowId/versions',
  access: 'member',
  summary: 'Saves of a flow, newest first, with what each changed.',
  params: FlowParams,
  query: PageQuery,
  reply: pageOf(SavedVersion),
  problems: ['flow.not_found'],
});

/** Creates the next version with the old settings, like any other save. */
export const rollBackFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/:flowId/roll-back',
  access: 'member',
  summary: 'Saves an earlier version again, as the newest.',
  takesIdempotencyKey: true,
  params: FlowParams,
  body: z.object({ version: VersionNumber, baseVersion: z.int() }),
  reply: Flow,
  problems: ['flow.not_found', 'flow.version_not_found', 'flow.changed_meanwhile', 'flow.incomplete'],
});

/** For Undo of a bulk change. */
export const rollBackFlows = endpoint({
  method: 'POST',
  path: '/api/v1/flows/roll-back',
  access: 'member',
  summary: 'Saves earlier versions of many flows again.',
  takesIdempotencyKey: true,
  body: z.object({
    flows: z
      .array(z.object({ flowId: FlowId, version: VersionNumber, baseVersion: z.int() }))
      .min(1, { error: 'required' })
      .max(MAX_FLOWS_AT_ONCE, { error: 'too_long' }),
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
  takesIdempotencyKey: true,
  params: FlowParams,
  problems: ['flow.not_found'],
});

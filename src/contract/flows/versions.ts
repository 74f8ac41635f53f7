import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { versionCalls } from '#contract/senders/versions.ts';
import { FlowOutcome } from './bulk.ts';
import { Flow, FlowId } from './calls.ts';
import { FLOW_WIRE } from './wire.ts';

const FlowParams = z.object({ flowId: FlowId });

export const {
  listVersions: listFlowVersions,
  rollBack: rollBackFlow,
  rollBackMany: rollBackFlows,
} = versionCalls(FLOW_WIRE, { one: Flow, outcome: FlowOutcome, refusals: ['flow.incomplete'] });

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

import type { SenderWire } from '#contract/senders/wire.ts';
import { FlowId } from './calls.ts';
import { MAX_FLOWS_AT_ONCE } from './values.ts';

export const FLOW_WIRE = {
  path: '/api/v1/flows',
  id: 'flowId',
  many: 'flows',
  noun: 'flow',
  problem: 'flow',
  Id: FlowId,
  max: MAX_FLOWS_AT_ONCE,
} as const satisfies SenderWire;

import { MAX_FLOWS_AT_ONCE } from '#contract/flows/values.ts';
import type { Sender } from '#web/senders/sender.ts';
import { missingIn } from './going-live/missing-words.ts';

/** Flows on the shared screens of senders. */
export const flowSender: Sender = {
  room: 'flows',
  noun: 'flow',
  path: '/flows',
  max: MAX_FLOWS_AT_ONCE,
  hasDrafts: false,
  incompleteText: (missing, t, places) => t('flows:incomplete', { what: missingIn(missing, t, places) }),
  refusedText: 'bulks:flows.refused_text',
};

/** The result of a call for one flow. */
export const toOutcome = <Outcome extends { flowId: string }>({ flowId, ...outcome }: Outcome) => ({
  id: flowId as string, // NOTE: shared screens know no brands
  ...outcome,
});

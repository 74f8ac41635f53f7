import type { FlowKind } from '#contract/flows/calls.ts';
import { toOutcome } from '#web/flows/flow-sender.ts';
import { call } from '#web/lib/api/api.ts';
import type { TextCalls } from '#web/senders/texts/use-sender-texts.ts';

/** Find and replace in the texts of flows. */
export const flowTexts: TextCalls<{ kind?: FlowKind }> = {
  find: async (search, cursor) => {
    const { items, nextCursor } = await call('POST /api/v1/flows/texts/find', { body: { ...search, cursor } });
    return { items: items.map(({ flowId: id, ...flow }) => ({ id, ...flow })), nextCursor };
  },
  replace: async (replacement, chosen) => {
    const flows = chosen.map(({ id: flowId, ...request }) => ({ flowId, ...request }));
    const { outcomes } = await call('POST /api/v1/flows/texts/replace', { body: { ...replacement, flows } });
    return outcomes.map(toOutcome);
  },
  rollBack: async (versions) => {
    const flows = versions.map(({ id: flowId, ...version }) => ({ flowId, ...version }));
    const { outcomes } = await call('POST /api/v1/flows/roll-back', { body: { flows } });
    return outcomes.map(toOutcome);
  },
};

import { call } from '#web/lib/api/api.ts';
import { toOutcome } from '#web/mailings/mailing-sender.ts';
import type { BulkChanges, CommonAction } from '#web/senders/list/use-bulk-change.ts';

/** Changes of many mailings at once. */
export const mailingChanges: BulkChanges<CommonAction | { action: 'cancel' }> = {
  room: 'mailings',
  apply: async ({ ids, ...action }) => {
    const change = { ...action, mailingIds: [...ids] };
    const { outcomes, undo } = await call('POST /api/v1/distributions/bulk', { body: { change } });
    return {
      outcomes: outcomes.map(toOutcome),
      undo: undo.map(({ mailingIds, ...back }) => ({ ...back, ids: mailingIds })),
    };
  },
  doneText: ({ action }) => `bulks:mailings.done.${action}`,
};

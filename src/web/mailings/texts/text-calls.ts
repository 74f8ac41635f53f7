import type { MailingId } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { toOutcome } from '#web/mailings/mailing-sender.ts';
import type { TextCalls } from '#web/senders/texts/use-sender-texts.ts';

/** Find and replace in the texts of mailings. */
export const mailingTexts: TextCalls<{ mailingIds?: MailingId[] }> = {
  find: async (search, cursor) => {
    const { items, nextCursor } = await call('POST /api/v1/distributions/texts/find', { body: { ...search, cursor } });
    return { items: items.map(({ mailingId: id, ...mailing }) => ({ id, ...mailing })), nextCursor };
  },
  replace: async (replacement, chosen) => {
    const mailings = chosen.map(({ id: mailingId, ...request }) => ({ mailingId, ...request }));
    const { outcomes } = await call('POST /api/v1/distributions/texts/replace', { body: { ...replacement, mailings } });
    return outcomes.map(toOutcome);
  },
  rollBack: async (versions) => {
    const mailings = versions.map(({ id: mailingId, ...version }) => ({ mailingId, ...version }));
    const { outcomes } = await call('POST /api/v1/distributions/roll-back', { body: { mailings } });
    return outcomes.map(toOutcome);
  },
};

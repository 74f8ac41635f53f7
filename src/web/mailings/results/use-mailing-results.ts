import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { Mailing, MailingId, MailingOutcome } from '#contract/mailings/calls.ts';
import type { listMailingPeople } from '#contract/mailings/results.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useSenderChange } from '#web/senders/use-sender-change.ts';

/** Results change with the ledger. */
const WITH_MESSAGES = { alsoShows: ['delivery'] } as const;

/** The texts and templates that were sent with a mailing. @param isWanted it has started */
export const useSentTexts = (mailingId: MailingId, isWanted: boolean) =>
  useQuery({
    queryKey: ['mailings', mailingId, 'sent-texts'],
    queryFn: isWanted
      ? () => call('GET /api/v1/distributions/:mailingId/sent-texts', { params: { mailingId } })
      : skipToken,
    select: ({ texts }) => texts,
  });

export const useMailingResults = (mailingId: MailingId) =>
  useQuery({
    queryKey: ['mailings', mailingId, 'results'],
    queryFn: () => call('GET /api/v1/distributions/:mailingId/results', { params: { mailingId } }),
    meta: WITH_MESSAGES,
  });

/** Visits and revenue after the messages of a mailing, from the day it started. */
export const useMailingConversion = ({ id, startedAt }: Pick<Mailing, 'id' | 'startedAt'>) =>
  useQuery({
    queryKey: ['insights', 'conversion', 'mailing', id],
    queryFn: () =>
      call('GET /api/v1/insights/conversion', {
        query: { senderId: id, ...(startedAt && { from: dayBefore(startedAt) }) },
      }),
    enabled: startedAt !== null,
  });

/** NOTE: a day earlier, because the call counts in the cabinet's zone. */
function dayBefore(instant: string): string {
  const at = new Date(instant);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}

export type PeopleSearch = Omit<z.input<typeof listMailingPeople.query>, 'cursor' | 'limit'>;

export const useMailingPeople = (mailingId: MailingId, query: PeopleSearch) =>
  useInfiniteQuery({
    ...pagesQuery(['mailings', mailingId, 'people', query], (cursor) =>
      call('GET /api/v1/distributions/:mailingId/people', { params: { mailingId }, query: { ...query, cursor } }),
    ),
    meta: WITH_MESSAGES,
  });

/** `channelIds`: other channels than those of the mailing. */
type FollowUp = { title: string; outcome: MailingOutcome; channelIds?: ChannelId[] | undefined };

/** Creates a draft to the contacts of a result, with the text of the mailing they come from. */
export const useFollowUp = ({ id, settings }: Mailing) =>
  useSenderChange('mailings', ({ title, outcome, channelIds = settings.channelIds }: FollowUp) =>
    call('POST /api/v1/distributions', {
      body: {
        title,
        settings: {
          ...settings,
          channelIds,
          audience: { type: 'mailing', mailingId: id, outcome },
          experiment: null,
          controlPercent: 0,
          timing: { ...settings.timing, startsAt: null, useBy: null },
        },
      },
    }),
  );

/** Sets the text of an A/B test that goes to the other recipients. */
export function useChooseWinner(mailingId: MailingId) {
  const t = useTexts();
  return useSenderChange(
    'mailings',
    (variant: number) =>
      call('POST /api/v1/distributions/:mailingId/winner', { params: { mailingId }, body: { variant } }),
    () => toast.success({ title: t('mailing_results:winner.choose_done') }),
  );
}

import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { Mailing, MailingId, MailingOutcome } from '#contract/mailings/calls.ts';
import type { listMailingPeople } from '#contract/mailings/results.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useFail, useRefresh } from '#web/mailings/use-mailings.ts';

/** Results change with the ledger. */
const WITH_MESSAGES = { alsoShows: ['delivery'] } as const;

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

const peopleQuery = (mailingId: MailingId, query: PeopleSearch) =>
  infiniteQueryOptions({
    queryKey: ['mailings', mailingId, 'people', query],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/distributions/:mailingId/people', {
        params: { mailingId },
        query: { ...query, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    meta: WITH_MESSAGES,
  });

export const useMailingPeople = (mailingId: MailingId, query: PeopleSearch) =>
  useInfiniteQuery(peopleQuery(mailingId, query));

/** `channelIds`: other channels than those of the mailing. */
type FollowUp = { title: string; outcome: MailingOutcome; channelIds?: ChannelId[] | undefined };

/** Creates a draft to the contacts of a result, with the text of the mailing they come from. */
export function useFollowUp({ id, settings }: Mailing) {
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: ({ title, outcome, channelIds = settings.channelIds }: FollowUp) =>
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
    onSuccess: refresh,
    onError: fail,
  });
}

/** Sets the text of an A/B test that goes to the other recipients. */
export function useChooseWinner(mailingId: MailingId) {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (variant: number) =>
      call('POST /api/v1/distributions/:mailingId/winner', { params: { mailingId }, body: { variant } }),
    onSuccess: () => {
      toast.success({ title: t('mailings:results.winner.choose_done') });
      return refresh();
    },
    onError: fail,
  });
}

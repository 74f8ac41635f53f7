import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { countMailings, createMailing, MailingId } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { useDelete, useDuplicate, useSenderChange } from '#web/senders/use-sender-change.ts';
import type { MailingSearch } from './list/mailing-search.ts';

/** Figures of a mailing change with the ledger. */
const WITH_FIGURES = { alsoShows: ['delivery'] } as const;

type RowFilter = Partial<MailingSearch> & { seriesId?: MailingId };

export const useMailingRows = ({ isDescending, isDeleted, ...filter }: RowFilter) =>
  useInfiniteQuery({
    ...pagesQuery(['mailings', 'rows', filter, isDescending, isDeleted], (cursor) => {
      const order = isDescending !== undefined && { isDescending: String(isDescending) };
      const deleted = isDeleted && { isDeleted: 'true' };
      return call('GET /api/v1/distributions', { query: { ...filter, ...order, ...deleted, cursor } });
    }),
    meta: WITH_FIGURES,
  });

/** Counts of all mailings, or within filters. */
export const useMailingCounts = (query: z.input<typeof countMailings.query> = {}) =>
  useQuery({
    queryKey: ['mailings', 'counts', query],
    queryFn: () => call('GET /api/v1/distributions/counts', { query }),
    placeholderData: (before) => before,
  });

export const useMailing = (mailingId: MailingId) =>
  useQuery({
    queryKey: ['mailings', mailingId],
    queryFn: () => call('GET /api/v1/distributions/:mailingId', { params: { mailingId } }),
    meta: WITH_FIGURES,
  });

export const useCreateMailing = () =>
  useSenderChange('mailings', (body: z.input<typeof createMailing.body>) =>
    call('POST /api/v1/distributions', { body }),
  );

export const useDuplicateMailing = () =>
  useDuplicate('mailings', (mailingId: MailingId) =>
    call('POST /api/v1/distributions/:mailingId/duplicate', { params: { mailingId } }),
  );

const restoreMailing = (mailingId: MailingId) =>
  call('POST /api/v1/distributions/:mailingId/restore', { params: { mailingId } });

export const useRestoreMailing = () => useSenderChange('mailings', restoreMailing);

/** Deletes at once and offers Undo. */
export const useDeleteMailing = () =>
  useDelete<MailingId>('mailings', {
    remove: (mailingId) => call('DELETE /api/v1/distributions/:mailingId', { params: { mailingId } }),
    restore: restoreMailing,
  });

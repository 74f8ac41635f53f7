import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  createWaitEntry,
  SlotFilter,
  SlotId,
  WaitEntry,
  WaitEntryId,
  saveWaitEntry,
  saveWaitlistSettings,
} from '#contract/waitlist/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** The first day of a period, by the calendar of the page. */
export type Period = { from: string };

const DAY_MS = 86_400_000;

/** The period of so many days that ends today. */
export function useLastDays(days: number): Period {
  const format = useFormat();
  return { from: format.dayKey(productNow() - (days - 1) * DAY_MS) };
}

export const useSettings = () =>
  useQuery({ queryKey: ['waitlist', 'settings'], queryFn: () => call('GET /api/v1/waitlist/settings') });

export const useFigures = (period: Period) =>
  useQuery({
    queryKey: ['waitlist', 'figures', period],
    queryFn: () => call('GET /api/v1/waitlist/figures', { query: period }),
    placeholderData: (before) => before,
  });

const slotsQuery = (period: Period, which: SlotFilter) =>
  infiniteQueryOptions({
    queryKey: ['waitlist', 'slots', period, which],
    queryFn: ({ pageParam }) => call('GET /api/v1/waitlist/slots', { query: { ...period, which, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });
export const useSlots = (period: Period, which: SlotFilter) => useInfiniteQuery(slotsQuery(period, which));

export const useSlot = (slotId: SlotId) =>
  useQuery({
    queryKey: ['waitlist', 'slot', slotId],
    queryFn: () => call('GET /api/v1/waitlist/slots/:slotId', { params: { slotId } }),
  });

const entriesQuery = infiniteQueryOptions({
  queryKey: ['waitlist', 'entries'],
  queryFn: ({ pageParam }) => call('GET /api/v1/waitlist/entries', { query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.items),
});
export const useEntries = () => useInfiniteQuery(entriesQuery);

/** Branches, masters and services to choose from. */
export const useVisitOptions = () =>
  useQuery({ queryKey: ['visits', 'options'], queryFn: () => call('GET /api/v1/visits/options') });

export function useSaveSettings() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof saveWaitlistSettings.body>) => call('PUT /api/v1/waitlist/settings', { body }),
    // NOTE: a refusal may mean that another member saved: their version must be shown.
    onSettled: () => void refresh(),
  });
}

export function useAddEntry() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof createWaitEntry.body>) => call('POST /api/v1/waitlist/entries', { body }),
    onSuccess: refresh,
  });
}

export function useSaveEntry() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: z.input<typeof saveWaitEntry.body> & { id: WaitEntryId }) =>
      call('PUT /api/v1/waitlist/entries/:waitEntryId', { params: { waitEntryId: id }, body }),
    onSuccess: refresh,
  });
}

/** Removes at once and offers Undo. */
export function useRemoveEntry() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  const restore = useMutation({
    mutationFn: (waitEntryId: WaitEntryId) =>
      call('POST /api/v1/waitlist/entries/:waitEntryId/restore', { params: { waitEntryId } }),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: ({ id }: WaitEntry) =>
      call('DELETE /api/v1/waitlist/entries/:waitEntryId', { params: { waitEntryId: id } }),
    onSuccess: (_nothing, { id, contactName }) => {
      toast.undo({ title: t('waitlist:list.removed', { name: contactName }) }, () => restore.mutate(id));
      return refresh();
    },
    onError: fail,
  });
}

/** Stops offering a slot, or records that a member has entered the visit. */
export function useSlotChange(change: 'stop' | 'entered') {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (slotId: SlotId) =>
      change === 'stop'
        ? call('POST /api/v1/waitlist/slots/:slotId/stop', { params: { slotId } })
        : call('POST /api/v1/waitlist/slots/:slotId/entered', { params: { slotId } }),
    onSettled: refresh,
    onError: useFail(),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['waitlist'] });
}

function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}

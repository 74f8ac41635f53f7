import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type {
  createRfm,
  listRfmPeople,
  RfmDashboard,
  RfmThresholds,
  saveRfm,
  saveRfmSegment,
} from '#contract/audiences/rfm.ts';
import type { RFM_MOVE_DAYS } from '#contract/audiences/values.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const path = (dashboardId: RfmDashboardId) => ({ params: { dashboardId } });

export const useRfmList = () =>
  useQuery({ queryKey: ['insights', 'rfm'], queryFn: () => call('GET /api/v1/insights/rfm') });

export const useRfm = (id: RfmDashboardId) =>
  useQuery({
    queryKey: ['insights', 'rfm', id],
    queryFn: () => call('GET /api/v1/insights/rfm/:dashboardId', path(id)),
  });

export type MoveDays = (typeof RFM_MOVE_DAYS)[number];

export const useRfmMoves = (id: RfmDashboardId, days: MoveDays) =>
  useQuery({
    queryKey: ['insights', 'rfm', id, 'moves', days],
    queryFn: () => call('GET /api/v1/insights/rfm/:dashboardId/moves', { ...path(id), query: { days } }),
    placeholderData: (before) => before,
  });

/** The people behind a number. */
export type PeopleQuery = Omit<z.output<typeof listRfmPeople.query>, 'cursor' | 'limit'>;

const peopleQuery = (id: RfmDashboardId, query: PeopleQuery) =>
  infiniteQueryOptions({
    queryKey: ['insights', 'rfm', id, 'people', query],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/insights/rfm/:dashboardId/people', { ...path(id), query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useRfmPeople = (id: RfmDashboardId, query: PeopleQuery) => useInfiniteQuery(peopleQuery(id, query));

export function useSaveRfmSegment(id: RfmDashboardId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveRfmSegment>) =>
      call('POST /api/v1/insights/rfm/:dashboardId/segment', { ...path(id), body }),
    onSuccess: () => invalidateRoom(client, 'segments'),
  });
}

export type RfmSettings = BodyOf<typeof createRfm>;

/** Settings of a dashboard, as the forms send them. */
export const settingsOf = ({ title, branchId, serviceIds, categoryTitle, months }: RfmDashboard): RfmSettings => ({
  title,
  branchId,
  serviceIds,
  categoryTitle,
  months,
});

export function useCreateRfm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RfmSettings) => call('POST /api/v1/insights/rfm', { body }),
    onSuccess: () => invalidateRoom(client, 'insights'),
  });
}

export function useSaveRfm(id: RfmDashboardId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveRfm>) => call('PUT /api/v1/insights/rfm/:dashboardId', { ...path(id), body }),
    onSuccess: () => invalidateRoom(client, 'insights'),
  });
}

export function useDeleteRfm(id: RfmDashboardId) {
  const t = useTexts();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/v1/insights/rfm/:dashboardId', path(id)),
    onSuccess: () => {
      client.removeQueries({ queryKey: ['insights', 'rfm', id] });
      return client.invalidateQueries({ queryKey: ['insights', 'rfm'], exact: true });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

/** Counts whom other bounds would move; null: they are not valid. */
export const useRfmPreview = (id: RfmDashboardId, thresholds: RfmThresholds | null) =>
  useQuery({
    queryKey: ['insights', 'rfm', id, 'preview', thresholds],
    queryFn: () =>
      call('POST /api/v1/insights/rfm/:dashboardId/preview', {
        ...path(id),
        body: { thresholds: thresholds as RfmThresholds }, // NOTE: it is not asked while they are not valid
      }),
    enabled: thresholds !== null,
    placeholderData: (before) => before,
  });

export function useSuggestRfm(id: RfmDashboardId) {
  const t = useTexts();
  return useMutation({
    mutationFn: () => call('GET /api/v1/insights/rfm/:dashboardId/suggestion', path(id)),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

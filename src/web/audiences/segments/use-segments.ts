import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { SegmentId, SegmentKind, SegmentRow } from '#contract/audiences/segments.ts';
import type { FlowConditions } from '#contract/audiences/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const segmentsQuery = (search: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['segments', 'list', search],
    queryFn: ({ pageParam }) => call('GET /api/v1/segments', { query: { search, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useSegments = (search: string | undefined) => useInfiniteQuery(segmentsQuery(search));

export const useSegment = (segmentId: SegmentId) =>
  useQuery({
    queryKey: ['segments', 'one', segmentId],
    queryFn: () => call('GET /api/v1/segments/:segmentId', { params: { segmentId } }),
  });

export const useSegmentSizes = (segmentId: SegmentId) =>
  useQuery({
    queryKey: ['segments', 'sizes', segmentId],
    queryFn: () => call('GET /api/v1/segments/:segmentId/sizes', { params: { segmentId } }),
  });

const TYPING_MS = 250;

/** Count and sample of conditions while they are edited. */
export function useLiveAudience(conditions: FlowConditions, segmentId: SegmentId | undefined) {
  const [settled] = useDebouncedValue(conditions, TYPING_MS);
  const body = { conditions: settled, ...(segmentId && { segmentId }) };
  const count = useQuery({
    queryKey: ['segments', 'count', body],
    meta: { alsoShows: ['contacts'] },
    placeholderData: (before) => before,
    queryFn: () => call('POST /api/v1/segments/count', { body }),
  });
  const samples = useQuery({
    queryKey: ['segments', 'samples', body],
    meta: { alsoShows: ['contacts'] },
    placeholderData: (before) => before,
    queryFn: () => call('POST /api/v1/segments/samples', { body }),
  });
  return { count, samples };
}

export type TypedSegment = { title: string; conditions: FlowConditions };

export function useCreateSegment() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: TypedSegment & { kind: SegmentKind }) => call('POST /api/v1/segments', { body }),
    onSuccess: refresh,
  });
}

export function useSaveSegment(segmentId: SegmentId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: TypedSegment & { baseVersion: number }) =>
      call('PUT /api/v1/segments/:segmentId', { params: { segmentId }, body }),
    onSuccess: refresh,
  });
}

export function useFreezeSegment() {
  const { refresh, onError } = useOutcome();
  return useMutation({
    mutationFn: (segmentId: SegmentId) => call('POST /api/v1/segments/:segmentId/freeze', { params: { segmentId } }),
    onSuccess: refresh,
    onError,
  });
}

export function useDuplicateSegment() {
  const t = useTexts();
  const { refresh, onError } = useOutcome();
  return useMutation({
    mutationFn: ({ id, title }: Pick<SegmentRow, 'id' | 'title'>) =>
      call('POST /api/v1/segments/:segmentId/duplicate', {
        params: { segmentId: id },
        body: { title: t('segments:copy', { title }).slice(0, LONGEST_TITLE) },
      }),
    onSuccess: refresh,
    onError,
  });
}

const LONGEST_TITLE = 100;

/** Deletes a segment at once, and offers to take it back. */
export function useDeleteSegment() {
  const t = useTexts();
  const { refresh, onError } = useOutcome();
  const restore = useMutation({
    mutationFn: (segmentId: SegmentId) => call('POST /api/v1/segments/:segmentId/restore', { params: { segmentId } }),
    onSettled: refresh,
    onError,
  });
  return useMutation({
    mutationFn: ({ id }: Pick<SegmentRow, 'id' | 'title'>) =>
      call('DELETE /api/v1/segments/:segmentId', { params: { segmentId: id } }),
    onSuccess: (_nothing, { id, title }) => {
      toast.undo({ title: t('segments:deleted', { title }) }, () => restore.mutate(id));
      return refresh();
    },
    onError,
  });
}

function useOutcome() {
  const t = useTexts();
  return { refresh: useRefresh(), onError: (error: unknown) => toast.error({ title: problemText(error, t) }) };
}

function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await invalidateRoom(queryClient, 'segments');
    await queryClient.invalidateQueries({ queryKey: ['flows', 'choices'] });
  };
}

/** Creates a mailing to the contacts of a segment, as a draft, and opens it. */
export function useSegmentMailing() {
  const t = useTexts();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ id, title }: Pick<SegmentRow, 'id' | 'title'>) => {
      const isIn = { field: 'segment' as const, isNot: false, values: [id] };
      const conditions = { match: 'all' as const, groups: [{ match: 'all' as const, conditions: [isIn] }] };
      return call('POST /api/v1/distributions', { body: { title, audience: { type: 'conditions', conditions } } });
    },
    onSuccess: (mailing) =>
      void navigate({ to: '/distributions/edit/$mailingId/{-$step}', params: { mailingId: mailing.id } }),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

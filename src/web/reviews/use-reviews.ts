import { useDebouncedValue } from '@mantine/hooks';
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { DataRoom } from '#contract/data-rooms.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/primitives.ts';
import type { getReviewStatistics, ReviewFilter, ReviewId } from '#contract/reviews/calls.ts';
import type { REVIEW_STEPS } from '#contract/reviews/values.ts';
import type { ReviewWidgetId, ReviewWidgetSettings, saveReviewWidget } from '#contract/reviews/widgets.ts';
import { call } from '#web/lib/api/api.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

export type ReviewStatistics = ReplyOf<typeof getReviewStatistics>;

const SHOWS: { alsoShows: readonly DataRoom[] } = { alsoShows: ['billing', 'delivery', 'contacts', 'visits'] };
const TYPING_MS = 300;

const reviewsQuery = (filter: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: ['reviews', 'list', filter],
    meta: SHOWS,
    queryFn: ({ pageParam }) => call('GET /api/v1/reviews', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useReviews = (filter: ReviewFilter) => useInfiniteQuery(reviewsQuery(filter));

export const useReviewStatistics = (filter: ReviewFilter & { step: (typeof REVIEW_STEPS)[number] }) =>
  useQuery({
    queryKey: ['reviews', 'statistics', filter],
    meta: SHOWS,
    queryFn: () => call('GET /api/v1/reviews/statistics', { query: filter }),
    placeholderData: keepPreviousData,
  });

export const useReview = (reviewId: ReviewId) =>
  useQuery({
    queryKey: ['reviews', 'one', reviewId],
    meta: SHOWS,
    queryFn: () => call('GET /api/v1/reviews/:reviewId', { params: { reviewId } }),
  });

export function useAnswerReview(reviewId: ReviewId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      call('POST /api/v1/reviews/:reviewId/answer', { params: { reviewId }, body: { text } }),
    onSuccess: () => invalidateRoom(queryClient, 'reviews'),
  });
}

export const useReviewWidgets = () =>
  useQuery({
    queryKey: ['reviews', 'widgets'],
    meta: { alsoShows: ['connections'] satisfies DataRoom[] },
    queryFn: () => call('GET /api/v1/review-widgets'),
  });

export function useSaveReviewWidget() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveReviewWidget>) => call('PUT /api/v1/review-widgets', { body }),
    onSettled: () => invalidateRoom(queryClient, 'reviews'),
  });
}

export function useDeleteReviewWidget() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (widgetId: ReviewWidgetId) => call('DELETE /api/v1/review-widgets/:widgetId', { params: { widgetId } }),
    onSuccess: () => invalidateRoom(queryClient, 'reviews'),
  });
}

/** Loads the page under unsaved settings, debounced. */
export function useReviewPreview(settings: ReviewWidgetSettings, stars: number, language: Language) {
  const [settled] = useDebouncedValue(settings, TYPING_MS);
  return useQuery({
    queryKey: ['reviews', 'preview', settled, stars, language],
    queryFn: () => call('POST /api/v1/review-widgets/preview', { body: { settings: settled, stars, language } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

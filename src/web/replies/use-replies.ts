import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataRoom } from '#contract/data-rooms.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  addPlatformReviews,
  approveReviewReply,
  changeReviewReply,
  getReplyWidget,
  readReviewFile,
  ReplyWidget,
  ReplyWidgetId,
  ReviewFilePreview,
  ReviewReply,
  ReviewReplyId,
  saveReplyWidget,
  tryReplyWidget,
} from '#contract/replies/calls.ts';
import type { PastedSource, ReplyState, ReviewSource } from '#contract/replies/values.ts';
import { call, fetchSignedIn } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toCallRefused } from '#web/lib/api/refused-response.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export type FoundWidget = ReplyOf<typeof getReplyWidget>;

const SHOWS = { alsoShows: ['billing', 'reviews', 'delivery', 'contacts'] satisfies DataRoom[] };

export const useReplyWidgets = () =>
  useQuery({ queryKey: ['replies', 'widgets'], meta: SHOWS, queryFn: () => call('GET /api/v1/reply-widgets') });

export const useReplyWidget = (replyWidgetId: ReplyWidgetId) =>
  useQuery({
    queryKey: ['replies', 'widget', replyWidgetId],
    meta: SHOWS,
    queryFn: () => call('GET /api/v1/reply-widgets/:replyWidgetId', { params: { replyWidgetId } }),
  });

export function useCreateWidget() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (title: string) => call('POST /api/v1/reply-widgets', { body: { title } }),
    onSuccess: refresh,
  });
}

export function useSaveWidget(replyWidgetId: ReplyWidgetId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveReplyWidget>) =>
      call('PUT /api/v1/reply-widgets/:replyWidgetId', { params: { replyWidgetId }, body }),
    // NOTE: a refusal may mean that another member saved: their version must be shown.
    onSettled: () => void refresh(),
  });
}

export function useSwitchWidget() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, isEnabled }: Pick<ReplyWidget, 'id' | 'isEnabled'>) =>
      call('PUT /api/v1/reply-widgets/:replyWidgetId/enabled', { params: { replyWidgetId: id }, body: { isEnabled } }),
    onSettled: refresh,
    onError: useFail(),
  });
}

export function useDeleteWidget() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: Pick<ReplyWidget, 'id' | 'title'>) =>
      call('DELETE /api/v1/reply-widgets/:replyWidgetId', { params: { replyWidgetId: id } }),
    onSuccess: (_nothing, { title }) => {
      toast.success({ title: t('replies:list.removed', { title }) });
      return refresh();
    },
    onError: useFail(),
  });
}

export const useTryWidget = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof tryReplyWidget>) => call('POST /api/v1/reply-widgets/try', { body }),
  });

export type ReplyFilter = {
  widgetId: ReplyWidgetId;
  state?: ReplyState | undefined;
  source?: ReviewSource | undefined;
  stars?: number | undefined;
};

const repliesQuery = (filter: ReplyFilter) =>
  infiniteQueryOptions({
    queryKey: ['replies', 'history', filter],
    meta: SHOWS,
    queryFn: ({ pageParam }) => call('GET /api/v1/review-replies', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useReviewReplies = (filter: ReplyFilter) => useInfiniteQuery(repliesQuery(filter));

export function useApproveReply() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: Pick<ReviewReply, 'id'> & BodyOf<typeof approveReviewReply>) =>
      call('POST /api/v1/review-replies/:replyId/approve', { params: { replyId: id }, body }),
    onSuccess: ({ state, reason }) => {
      if (reason === null) toast.success({ title: t(`replies:status.${state}`) });
      else toast.error({ title: t('replies:card.cannot'), description: t(`replies:reason.${reason}`) });
    },
    onError: useFail(),
    onSettled: refresh,
  });
}

export function useApproveReplies() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (replyIds: ReviewReplyId[]) => call('POST /api/v1/review-replies/approve', { body: { replyIds } }),
    onSuccess: ({ approved, failed }) => {
      if (approved > 0) toast.success({ title: t('replies:history.approved', { approved }) });
      if (failed > 0) toast.error({ title: t('replies:history.approved_rest', { failed }) });
    },
    onError: useFail(),
    onSettled: refresh,
  });
}

export function useChangeReply() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, change }: Pick<ReviewReply, 'id'> & BodyOf<typeof changeReviewReply>) =>
      call('PUT /api/v1/review-replies/:replyId/state', { params: { replyId: id }, body: { change } }),
    onError: useFail(),
    onSettled: refresh,
  });
}

export function useAddReviews(replyWidgetId: ReplyWidgetId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (reviews: BodyOf<typeof addPlatformReviews>['reviews']) =>
      call('POST /api/v1/reply-widgets/:replyWidgetId/reviews', { params: { replyWidgetId }, body: { reviews } }),
    onSuccess: ({ added }) => {
      if (added > 0) toast.success({ title: t('replies:add.added', { count: added }) });
      else toast.warning({ title: t('replies:add.all_repeated') });
      return refresh();
    },
  });
}

const UPLOAD_PATH: typeof readReviewFile.path = '/api/v1/reply-widgets/reviews/files';

/** Reads a file of reviews; nothing is added yet. */
export function useReadFile() {
  return useMutation({
    mutationFn: async ({ file, source }: { file: File; source: PastedSource }): Promise<ReviewFilePreview> => {
      const form = new FormData();
      form.set('file', file);
      const response = await fetchSignedIn(`${UPLOAD_PATH}?source=${source}`, { method: 'POST', body: form });
      if (!response.ok) throw await toCallRefused(response);
      return response.json();
    },
    onError: useFail(),
  });
}

export const useOrderReviews = () =>
  useMutation({ mutationFn: (count: number) => call('POST /api/v1/ai-reviews/top-ups', { body: { count } }) });

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'replies');
}

function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}

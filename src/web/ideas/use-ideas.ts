import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import type { answerIdea, createIdea, IdeaId } from '#contract/ideas/calls.ts';
import type { IdeaState } from '#contract/ideas/values.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useLanguage } from '#web/lib/format/i18n.ts';

export type IdeaFilter = { order: 'votes' | 'new'; state: IdeaState | undefined; isOwn: boolean };

/** Ideas in the page's language, and those of the cabinet. */
export function useIdeas({ order, state, isOwn }: IdeaFilter) {
  const language = useLanguage();
  const query = { language, order, ...(state && { state }), ...(isOwn && { own: 'true' }) };
  return useInfiniteQuery(
    pagesQuery(['ideas', 'shown', query], (cursor) => call('GET /api/v1/ideas', { query: { ...query, cursor } })),
  );
}

export function useCreateIdea() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createIdea>) => call('POST /api/v1/ideas', { body }),
    onSuccess: refresh,
  });
}

export function useVote() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ ideaId, isVoted }: { ideaId: IdeaId; isVoted: boolean }) =>
      call('PUT /api/v1/ideas/:ideaId/vote', { params: { ideaId }, body: { isVoted } }),
    onSettled: refresh,
  });
}

export const useAllIdeas = (state: IdeaState | undefined) =>
  useInfiniteQuery(
    pagesQuery(['ideas', 'all', { state }], (cursor) =>
      call('GET /api/v1/Admin/Ideas', { query: { cursor, ...(state && { state }) } }),
    ),
  );

export function useAnswerIdea() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ ideaId, body }: { ideaId: IdeaId; body: BodyOf<typeof answerIdea> }) =>
      call('PUT /api/v1/Admin/Ideas/:ideaId', { params: { ideaId }, body }),
    onSuccess: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'ideas');
}

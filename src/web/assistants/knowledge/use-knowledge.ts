import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type {
  KnowledgeAddress,
  KnowledgeGap,
  KnowledgeGapId,
  KnowledgePair,
  KnowledgeSource,
  KnowledgeSourceId,
  uploadKnowledgeFile,
} from '#contract/assistants/knowledge.ts';
import { LARGEST_KNOWLEDGE_MEGABYTES } from '#contract/assistants/knowledge-values.ts';
import { call, fetchSignedIn } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toCallRefused } from '#web/lib/api/refused-response.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const UPLOAD_PATH: typeof uploadKnowledgeFile.path = '/api/v1/assistants/knowledge/files';
const BYTES_PER_MEGABYTE = 1_048_576;

const sourcesQuery = (assistantId: AssistantId) =>
  infiniteQueryOptions({
    queryKey: ['assistants', 'knowledge', assistantId, 'sources'],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/assistants/:assistantId/knowledge/sources', {
        params: { assistantId },
        query: { cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const useSources = (assistantId: AssistantId) =>
  useInfiniteQuery({ ...sourcesQuery(assistantId), select: ({ pages }) => pages.flatMap((page) => page.items) });

/** Counts of all sources, passages and open gaps. */
export const useKnowledgeCounts = (assistantId: AssistantId) =>
  useInfiniteQuery({ ...sourcesQuery(assistantId), select: ({ pages }) => pages[0]?.counts }).data;

/** The passages of a source. */
export const usePassages = (assistantId: AssistantId, sourceId: KnowledgeSourceId) =>
  useInfiniteQuery(
    pagesQuery(['assistants', 'knowledge', assistantId, 'passages', sourceId], (cursor) =>
      call('GET /api/v1/assistants/:assistantId/knowledge/sources/:sourceId/passages', {
        params: { assistantId, sourceId },
        query: { cursor },
      }),
    ),
  );

export const useGaps = (assistantId: AssistantId) =>
  useInfiniteQuery(
    pagesQuery(['assistants', 'knowledge', assistantId, 'gaps'], (cursor) =>
      call('GET /api/v1/assistants/:assistantId/knowledge/gaps', { params: { assistantId }, query: { cursor } }),
    ),
  );

/** The passages that a question finds; an empty one finds none. A change of the knowledge shows at once. */
export const useTry = (assistantId: AssistantId, question: string) =>
  useQuery({
    queryKey: ['assistants', 'knowledge', assistantId, 'try', question],
    queryFn: () =>
      call('POST /api/v1/assistants/:assistantId/knowledge/try', { params: { assistantId }, body: { question } }),
    enabled: question !== '',
    placeholderData: keepPreviousData,
  });

/** Uploads files one after another; each that is refused is named. */
export function useUploadFiles(assistantId: AssistantId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        try {
          await upload(assistantId, file);
        } catch (error) {
          toast.error({ title: t('knowledge:file.refused', { name: file.name }), description: problemText(error, t) });
        }
      }
    },
    onSettled: refresh,
  });
}

async function upload(assistantId: AssistantId, file: File): Promise<void> {
  const form = new FormData();
  form.set('file', file);
  const response = await fetchSignedIn(`${UPLOAD_PATH}?assistantId=${assistantId}`, { method: 'POST', body: form });
  if (!response.ok) throw await toCallRefused(response);
}

export const isTooLarge = ({ size }: File): boolean => size > LARGEST_KNOWLEDGE_MEGABYTES * BYTES_PER_MEGABYTE;

/** @param sourceId null: a new one */
export function useSavePair(assistantId: AssistantId, sourceId: KnowledgeSourceId | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: KnowledgePair) =>
      sourceId
        ? call('PUT /api/v1/assistants/:assistantId/knowledge/pairs/:sourceId', {
            params: { assistantId, sourceId },
            body,
          })
        : call('POST /api/v1/assistants/:assistantId/knowledge/pairs', { params: { assistantId }, body }),
    onSuccess: refresh,
  });
}

/** @param sourceId null: a new one */
export function useSaveAddress(assistantId: AssistantId, sourceId: KnowledgeSourceId | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: KnowledgeAddress) =>
      sourceId
        ? call('PUT /api/v1/assistants/:assistantId/knowledge/addresses/:sourceId', {
            params: { assistantId, sourceId },
            body,
          })
        : call('POST /api/v1/assistants/:assistantId/knowledge/addresses', { params: { assistantId }, body }),
    onSuccess: refresh,
  });
}

export function useReread(assistantId: AssistantId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (sourceId: KnowledgeSourceId) =>
      call('POST /api/v1/assistants/:assistantId/knowledge/sources/:sourceId/reread', {
        params: { assistantId, sourceId },
      }),
    onSettled: refresh,
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

/** Deletes at once; Undo restores it. */
export function useDeleteSource(assistantId: AssistantId): (source: KnowledgeSource) => void {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const restore = useMutation({
    mutationFn: ({ id: sourceId }: KnowledgeSource) =>
      call('POST /api/v1/assistants/:assistantId/knowledge/sources/:sourceId/restore', {
        params: { assistantId, sourceId },
      }),
    onSettled: refresh,
    onError: fail,
  });
  const remove = useMutation({
    mutationFn: ({ id: sourceId }: KnowledgeSource) =>
      call('DELETE /api/v1/assistants/:assistantId/knowledge/sources/:sourceId', { params: { assistantId, sourceId } }),
    onSuccess: (_nothing, source) => {
      toast.undo({ title: t('knowledge:deleted', { title: source.title }) }, () => restore.mutate(source));
      return refresh();
    },
    onError: fail,
  });
  return (source) => remove.mutate(source);
}

export function useAnswerGap(assistantId: AssistantId, gapId: KnowledgeGapId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: KnowledgePair) =>
      call('POST /api/v1/assistants/:assistantId/knowledge/gaps/:gapId/answer', {
        params: { assistantId, gapId },
        body,
      }),
    onSuccess: refresh,
  });
}

/** Dismisses at once; Undo lists the questions again. */
export function useDismissGap(assistantId: AssistantId): (gap: KnowledgeGap) => void {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const reopen = useMutation({
    mutationFn: ({ id: gapId }: KnowledgeGap) =>
      call('POST /api/v1/assistants/:assistantId/knowledge/gaps/:gapId/reopen', { params: { assistantId, gapId } }),
    onSettled: refresh,
    onError: fail,
  });
  const dismiss = useMutation({
    mutationFn: ({ id: gapId }: KnowledgeGap) =>
      call('POST /api/v1/assistants/:assistantId/knowledge/gaps/:gapId/dismiss', { params: { assistantId, gapId } }),
    onSuccess: (_nothing, gap) => {
      toast.undo({ title: t('knowledge:gaps.dismissed', { question: gap.question }) }, () => reopen.mutate(gap));
      return refresh();
    },
    onError: fail,
  });
  return (gap) => dismiss.mutate(gap);
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'assistants');
}

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { Catalogue, uploadCatalogue } from '#contract/assistants/flower-shop/calls.ts';
import { call, fetchSignedIn } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { toCallRefused } from '#web/lib/api/refused-response.ts';

const UPLOAD_PATH: typeof uploadCatalogue.path = '/api/v1/assistants/catalogue/files';

const catalogueKey = (assistantId: AssistantId) => ['assistants', 'catalogue', assistantId] as const;

/** The catalogue, counted, and the currency of prices. */
export const useCatalogue = (assistantId: AssistantId) =>
  useQuery({
    queryKey: [...catalogueKey(assistantId), 'counted'],
    queryFn: () => call('GET /api/v1/assistants/:assistantId/catalogue', { params: { assistantId } }),
  });

/** Goods of the catalogue that have some words. */
export const useGoods = (assistantId: AssistantId, words: string) =>
  useInfiniteQuery({
    ...pagesQuery(['assistants', 'catalogue', assistantId, 'items', words], (cursor) =>
      call('GET /api/v1/assistants/:assistantId/catalogue/items', {
        params: { assistantId },
        query: { cursor, ...(words && { words }) },
      }),
    ),
    placeholderData: keepPreviousData,
  });

/** Replaces the catalogue by a file. */
export function useUploadCatalogue(assistantId: AssistantId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File): Promise<Catalogue> => {
      const form = new FormData();
      form.set('file', file);
      const response = await fetchSignedIn(`${UPLOAD_PATH}?assistantId=${assistantId}`, { method: 'POST', body: form });
      if (!response.ok) throw await toCallRefused(response);
      return response.json();
    },
    onSettled: () => client.invalidateQueries({ queryKey: catalogueKey(assistantId) }),
  });
}

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Language } from '#contract/primitives.ts';
import type { addReadyChecklist, Checklist, ChecklistId, ChecklistSettings } from '#contract/quality/checklists.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFail, useRefresh } from '#web/quality/use-shared.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** NOTE: all of them at once: there are at most MOST_CHECKLISTS. */
export const useChecklists = () =>
  useInfiniteQuery(
    pagesQuery(['quality', 'checklists'], (cursor) =>
      call('GET /api/v1/quality/checklists', { query: { cursor, limit: 100 } }),
    ),
  );

export function useCreateChecklist() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ChecklistSettings) => call('POST /api/v1/quality/checklists', { body }),
    onSuccess: refresh,
  });
}

/** The ready checklists of all trades, to choose from. */
export const useReadyChecklists = (language: Language) =>
  useQuery({
    queryKey: ['quality', 'ready', language],
    queryFn: () => call('GET /api/v1/quality/checklists/ready', { query: { language } }),
    select: ({ checklists }) => checklists,
  });

export function useAddReadyChecklist() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof addReadyChecklist.body>) =>
      call('POST /api/v1/quality/checklists/ready', { body }),
    onSuccess: refresh,
  });
}

export function useSaveChecklist(checklistId: ChecklistId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ChecklistSettings & { version: number }) =>
      call('PUT /api/v1/quality/checklists/:checklistId', { params: { checklistId }, body }),
    // NOTE: a refusal may mean that another member saved: their version must be shown.
    onSettled: () => void refresh(),
  });
}

/** Deletes at once and offers Undo. */
export function useDeleteChecklist() {
  const t = useTexts();
  const refresh = useRefresh();
  const onError = useFail();
  const restore = useMutation({
    mutationFn: (checklistId: ChecklistId) =>
      call('POST /api/v1/quality/checklists/:checklistId/restore', { params: { checklistId } }),
    onSettled: refresh,
    onError,
  });
  return useMutation({
    mutationFn: ({ id: checklistId }: Checklist) =>
      call('DELETE /api/v1/quality/checklists/:checklistId', { params: { checklistId } }),
    onSuccess: (_nothing, { id, settings }) => {
      toast.undo({ title: t('quality:checklist.deleted', { title: settings.title }) }, () => restore.mutate(id));
      return refresh();
    },
    onError,
  });
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { addReadyCases, AssistantCase, AssistantCaseId, CaseSettings } from '#contract/assistants/cases.ts';
import type { AssistantRun, AssistantRunId, startAssistantRun } from '#contract/assistants/runs.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export const useCases = (assistantId: AssistantId) =>
  useInfiniteQuery(
    pagesQuery(['assistants', 'cases', assistantId], (cursor) =>
      call('GET /api/v1/assistants/:assistantId/cases', { params: { assistantId }, query: { cursor } }),
    ),
  );

/** @param caseId null: a new one */
export function useSaveCase(assistantId: AssistantId, caseId: AssistantCaseId | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CaseSettings) =>
      caseId
        ? call('PUT /api/v1/assistants/:assistantId/cases/:caseId', { params: { assistantId, caseId }, body })
        : call('POST /api/v1/assistants/:assistantId/cases', { params: { assistantId }, body }),
    onSuccess: refresh,
  });
}

/** Deletes at once; Undo restores it. */
export function useDeleteCase(assistantId: AssistantId): (one: AssistantCase) => void {
  const t = useTexts();
  const refresh = useRefresh();
  const onError = useFail();
  const restore = useMutation({
    mutationFn: ({ id: caseId }: AssistantCase) =>
      call('POST /api/v1/assistants/:assistantId/cases/:caseId/restore', { params: { assistantId, caseId } }),
    onSettled: refresh,
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id: caseId }: AssistantCase) =>
      call('DELETE /api/v1/assistants/:assistantId/cases/:caseId', { params: { assistantId, caseId } }),
    onSuccess: (_nothing, one) => {
      toast.undo({ title: t('cases:list.deleted', { title: one.settings.title }) }, () => restore.mutate(one));
      return refresh();
    },
    onError,
  });
  return (one) => remove.mutate(one);
}

export function useAddReady(assistantId: AssistantId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof addReadyCases.body>) =>
      call('POST /api/v1/assistants/:assistantId/cases/ready', { params: { assistantId }, body }),
    onSuccess: ({ added }) => {
      if (added === 0) toast.success({ title: t('cases:ready.none') });
      return refresh();
    },
  });
}

export const useRuns = (assistantId: AssistantId) =>
  useInfiniteQuery(
    pagesQuery(['assistants', 'runs', assistantId], (cursor) =>
      call('GET /api/v1/assistants/:assistantId/runs', { params: { assistantId }, query: { cursor } }),
    ),
  );

export const useRun = (assistantId: AssistantId, runId: AssistantRunId) =>
  useQuery({
    queryKey: ['assistants', 'run', assistantId, runId],
    queryFn: () => call('GET /api/v1/assistants/:assistantId/runs/:runId', { params: { assistantId, runId } }),
    placeholderData: (before) => before,
  });

export const useTalks = (assistantId: AssistantId, runId: AssistantRunId, caseId: AssistantCaseId) =>
  useQuery({
    queryKey: ['assistants', 'talks', assistantId, runId, caseId],
    queryFn: () =>
      call('GET /api/v1/assistants/:assistantId/runs/:runId/cases/:caseId/talks', {
        params: { assistantId, runId, caseId },
      }),
    select: ({ talks }) => talks,
  });

export const useEstimate = (assistantId: AssistantId, repeats: AssistantRun['repeats']) =>
  useQuery({
    queryKey: ['assistants', 'estimate', assistantId, repeats],
    queryFn: () =>
      call('GET /api/v1/assistants/:assistantId/runs/estimate', {
        params: { assistantId },
        query: { repeats: String(repeats) },
      }),
    placeholderData: (before) => before,
  });

export function useStartRun(assistantId: AssistantId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof startAssistantRun.body>) =>
      call('POST /api/v1/assistants/:assistantId/runs', { params: { assistantId }, body }),
    onSuccess: refresh,
  });
}

export function useStopRun(assistantId: AssistantId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (runId: AssistantRunId) =>
      call('POST /api/v1/assistants/:assistantId/runs/:runId/stop', { params: { assistantId, runId } }),
    onSettled: refresh,
    onError: useFail(),
  });
}

/** The published save and the results of the draft. */
export const usePublishing = (assistantId: AssistantId) =>
  useQuery({
    queryKey: ['assistants', 'publishing', assistantId],
    queryFn: () => call('GET /api/v1/assistants/:assistantId/publishing', { params: { assistantId } }),
  });

export function useSetRefusing(assistantId: AssistantId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (refusesFailing: boolean) =>
      call('PUT /api/v1/assistants/:assistantId/refuses-failing', {
        params: { assistantId },
        body: { refusesFailing },
      }),
    onSettled: refresh,
    onError: useFail(),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'assistants');
}

function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}

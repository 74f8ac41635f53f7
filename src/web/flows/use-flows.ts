import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { sendFlowTest } from '#contract/flows/trials.ts';
import type { Flow, FlowId, FlowKind, FlowMode, FlowSettings, listFlows, saveFlow } from '#contract/flows/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { forgetUndo, keepUndo } from './list/stored-undo.ts';

export type FlowFilter = z.input<typeof listFlows.query>;

export const useFlows = (filter: FlowFilter) =>
  useQuery({
    queryKey: ['flows', 'list', filter],
    queryFn: () => call('GET /api/v1/flows', { query: filter }),
    placeholderData: keepPreviousData,
  });

export const useFlow = (flowId: FlowId) =>
  useQuery({ queryKey: ['flows', flowId], queryFn: () => call('GET /api/v1/flows/:flowId', { params: { flowId } }) });

/**
 * Previews messages to stored contacts from settings that need not be saved.
 *
 * @param language language of all previews; absent: each contact's own
 */
export const useFlowPreview = (kind: FlowKind, settings: FlowSettings, language?: Language) =>
  useQuery({
    queryKey: ['flows', 'preview', kind, settings, language],
    queryFn: () => call('POST /api/v1/flows/preview', { body: { kind, settings, language } }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export function useCreateFlow() {
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (body: { kind: FlowKind; delayMinutes?: number }) => call('POST /api/v1/flows', { body }),
    onSuccess: refresh,
    onError: fail,
  });
}

export function useSaveFlow(flowId: FlowId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof saveFlow.body>) =>
      call('PUT /api/v1/flows/:flowId', { params: { flowId }, body }),
    // NOTE: a refusal may mean that another member saved: their version must be shown. Not awaited: the next save may
    // follow at once
    onSettled: () => void refresh(),
  });
}

export function usePauseFlow() {
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (flowId: FlowId) => call('POST /api/v1/flows/:flowId/pause', { params: { flowId } }),
    onSuccess: refresh,
    onError: fail,
  });
}

export function useContinueFlow() {
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (flowId: FlowId) => call('POST /api/v1/flows/:flowId/continue', { params: { flowId } }),
    onSuccess: refresh,
    onError: fail,
  });
}

export function useSwitchMode() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ flowId, mode }: { flowId: FlowId; mode: FlowMode }) =>
      call('POST /api/v1/flows/:flowId/mode', { params: { flowId }, body: { mode } }),
    onSuccess: refresh,
  });
}

export function useDuplicateFlow() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (flowId: FlowId) => call('POST /api/v1/flows/:flowId/duplicate', { params: { flowId } }),
    onSuccess: (copy) => {
      toast.success({ title: t('flows:duplicated', { title: copy.title }) });
      return refresh();
    },
    onError: fail,
  });
}

/** Deletes at once and offers Undo. */
export function useDeleteFlow() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  const restore = useMutation({
    mutationFn: (flowId: FlowId) => call('POST /api/v1/flows/:flowId/restore', { params: { flowId } }),
    onMutate: forgetUndo,
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (flow: Pick<Flow, 'id' | 'title'>) =>
      call('DELETE /api/v1/flows/:flowId', { params: { flowId: flow.id } }),
    onSuccess: (_nothing, flow) => {
      const title = t('flows:deleted', { title: flow.title });
      toast.undo({ title }, () => restore.mutate(flow.id));
      keepUndo(title, [{ action: 'restore', flowIds: [flow.id] }]);
      return refresh();
    },
    onError: fail,
  });
}

export const useSendFlowTest = () =>
  useMutation({
    mutationFn: (body: z.input<typeof sendFlowTest.body>) => call('POST /api/v1/flows/test-send', { body }),
  });

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['flows'] });
}

function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}

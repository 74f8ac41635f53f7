import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { getTestPhones, previewFlow, sendFlowTest, UploadedImage, uploadImage } from '#contract/flow-trials.ts';
import {
  continueFlow,
  createFlow,
  deleteFlow,
  duplicateFlow,
  type Flow,
  type FlowId,
  type FlowKind,
  type FlowMode,
  type FlowSettings,
  getFlow,
  listFlows,
  pauseFlow,
  restoreFlow,
  saveFlow,
  switchFlowMode,
} from '#contract/flows.ts';
import { listVisitOptions } from '#contract/visits.ts';
import { call, fetchSignedIn } from '#web/lib/api.ts';
import { toCallRefused } from '#web/lib/call-errors.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { toast } from '#web/ui/toasts.ts';

export type FlowFilter = z.input<typeof listFlows.query>;

export const useFlows = (filter: FlowFilter) =>
  useQuery({
    queryKey: ['flows', 'list', filter],
    queryFn: () => call(listFlows, { query: filter }),
    placeholderData: keepPreviousData,
  });

export const useFlow = (flowId: FlowId) =>
  useQuery({ queryKey: ['flows', flowId], queryFn: () => call(getFlow, { params: { flowId } }) });

/** Branches, masters and services to choose from. */
export const useVisitOptions = () =>
  useQuery({ queryKey: ['visits', 'options'], queryFn: () => call(listVisitOptions) });

export const useTestPhones = () =>
  useQuery({
    queryKey: ['flows', 'test-phones'],
    queryFn: () => call(getTestPhones),
    select: (reply) => reply.testPhones,
  });

/** What real customers would get from settings that need not be saved. */
export const useFlowPreview = (kind: FlowKind, settings: FlowSettings) =>
  useQuery({
    queryKey: ['flows', 'preview', kind, settings],
    queryFn: () => call(previewFlow, { body: { kind, settings } }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export function useCreateFlow() {
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (body: { kind: FlowKind; delayMinutes?: number }) => call(createFlow, { body }),
    onSuccess: refresh,
    onError: fail,
  });
}

export function useSaveFlow(flowId: FlowId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof saveFlow.body>) => call(saveFlow, { params: { flowId }, body }),
    onSettled: refresh, // NOTE: a refusal may mean that somebody else saved: theirs is to be seen
  });
}

export function usePauseFlow() {
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (flowId: FlowId) => call(pauseFlow, { params: { flowId } }),
    onSuccess: refresh,
    onError: fail,
  });
}

export function useContinueFlow() {
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (flowId: FlowId) => call(continueFlow, { params: { flowId } }),
    onSuccess: refresh,
    onError: fail,
  });
}

export function useSwitchMode() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ flowId, mode }: { flowId: FlowId; mode: FlowMode }) =>
      call(switchFlowMode, { params: { flowId }, body: { mode } }),
    onSuccess: refresh,
  });
}

export function useDuplicateFlow() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (flowId: FlowId) => call(duplicateFlow, { params: { flowId } }),
    onSuccess: (copy) => {
      toast.success({ title: t('flows.duplicated', { title: copy.title }) });
      return refresh();
    },
    onError: fail,
  });
}

/** Deletes at once and offers to take it back. */
export function useDeleteFlow() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  const restore = useMutation({
    mutationFn: (flowId: FlowId) => call(restoreFlow, { params: { flowId } }),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (flow: Flow) => call(deleteFlow, { params: { flowId: flow.id } }),
    onSuccess: (_nothing, flow) => {
      toast.undo({ title: t('flows.deleted', { title: flow.title }) }, () => restore.mutate(flow.id));
      return refresh();
    },
    onError: fail,
  });
}

export const useSendFlowTest = () =>
  useMutation({ mutationFn: (body: z.input<typeof sendFlowTest.body>) => call(sendFlowTest, { body }) });

export const useUploadImage = () =>
  useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.set('file', file);
      const response = await fetchSignedIn(uploadImage.path, { method: 'POST', body: form });
      if (!response.ok) throw await toCallRefused(response);
      return UploadedImage.parse(await response.json());
    },
  });

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['flows'] });
}

function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { FlowId, FlowKind, FlowMode, FlowSettings, listFlows } from '#contract/flows/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { call } from '#web/lib/api/api.ts';
import { useDelete, useDuplicate, useRefresh, useSenderChange } from '#web/senders/use-sender-change.ts';
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

export const useCreateFlow = () =>
  useSenderChange('flows', (body: { kind: FlowKind; delayMinutes?: number }) => call('POST /api/v1/flows', { body }));

export const usePauseFlow = () =>
  useSenderChange('flows', (flowId: FlowId) => call('POST /api/v1/flows/:flowId/pause', { params: { flowId } }));

export const useContinueFlow = () =>
  useSenderChange('flows', (flowId: FlowId) => call('POST /api/v1/flows/:flowId/continue', { params: { flowId } }));

export function useSwitchMode() {
  const refresh = useRefresh('flows');
  return useMutation({
    mutationFn: ({ flowId, mode }: { flowId: FlowId; mode: FlowMode }) =>
      call('POST /api/v1/flows/:flowId/mode', { params: { flowId }, body: { mode } }),
    onSuccess: refresh,
  });
}

export const useDuplicateFlow = () =>
  useDuplicate('flows', (flowId: FlowId) => call('POST /api/v1/flows/:flowId/duplicate', { params: { flowId } }));

/** Deletes at once and offers Undo. */
export const useDeleteFlow = () =>
  useDelete<FlowId>('flows', {
    remove: (flowId) => call('DELETE /api/v1/flows/:flowId', { params: { flowId } }),
    restore: (flowId) => call('POST /api/v1/flows/:flowId/restore', { params: { flowId } }),
    storeUndo: (title, flowId) => keepUndo(title, [{ action: 'restore', ids: [flowId] }]),
    clearUndo: forgetUndo,
  });

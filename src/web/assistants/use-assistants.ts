import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import type {
  Assistant,
  AssistantId,
  AssistantRow,
  createAssistant,
  saveAssistant,
} from '#contract/assistants/calls.ts';
import type { AssistantTurn } from '#contract/assistants/turns.ts';
import type { Language } from '#contract/primitives.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export const useAssistants = (isDeleted: boolean) =>
  useInfiniteQuery(
    pagesQuery(['assistants', 'list', { isDeleted }], (cursor) =>
      call('GET /api/v1/assistants', { query: { cursor, isDeleted: isDeleted ? 'true' : 'false' } }),
    ),
  );

export const useAssistant = (assistantId: AssistantId) =>
  useQuery({
    queryKey: ['assistants', 'one', assistantId],
    queryFn: () => call('GET /api/v1/assistants/:assistantId', { params: { assistantId } }),
  });

/** Ready instructions by trade. */
export const useReadyInstructions = (language: Language) =>
  useQuery({
    queryKey: ['assistants', 'instructions', language],
    queryFn: () => call('GET /api/v1/assistants/instructions', { query: { language } }),
    select: ({ instructions }) => instructions,
    staleTime: Infinity,
  });

export function useCreateAssistant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof createAssistant.body>) => call('POST /api/v1/assistants', { body }),
    onSuccess: refresh,
  });
}

export function useSaveAssistant(assistantId: AssistantId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof saveAssistant.body>) =>
      call('PUT /api/v1/assistants/:assistantId', { params: { assistantId }, body }),
    onSuccess: useShow(),
    // NOTE: a refusal may mean that another member saved: their version must be shown.
    onSettled: () => void refresh(),
  });
}

export function usePublishAssistant(assistantId: AssistantId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (baseVersion: number) =>
      call('POST /api/v1/assistants/:assistantId/publish', { params: { assistantId }, body: { baseVersion } }),
    onSuccess: useShow(),
    onSettled: () => void refresh(), // NOTE: as above
  });
}

export function useSwitchAssistant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id: assistantId, isOn }: { id: AssistantId; isOn: boolean }) =>
      call('POST /api/v1/assistants/:assistantId/switch', { params: { assistantId }, body: { isOn } }),
    onSuccess: useShow(),
    onSettled: refresh,
    onError: useFail(),
  });
}

/** Copies an assistant and opens the copy. */
export function useDuplicateAssistant() {
  const t = useTexts();
  const navigate = useNavigate();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (assistantId: AssistantId) =>
      call('POST /api/v1/assistants/:assistantId/duplicate', { params: { assistantId } }),
    // NOTE: not where it is called: the menu is closed by then
    onSuccess: ({ id, title }) => {
      toast.success({ title: t('assistants:list.duplicated', { title }) });
      void navigate({ to: '/flowCopilotBots/$assistantId', params: { assistantId: id } });
      return refresh();
    },
    onError: useFail(),
  });
}

export function useRestoreAssistant() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (assistantId: AssistantId) =>
      call('POST /api/v1/assistants/:assistantId/restore', { params: { assistantId } }),
    onSuccess: ({ title }) => {
      toast.success({ title: t('assistants:list.restored', { title }) });
    },
    onSettled: refresh,
    onError: useFail(),
  });
}

/** Deletes at once and offers Undo. @param onDeleted called before the assistant is read again */
export function useDeleteAssistant(onDeleted?: () => void) {
  const t = useTexts();
  const refresh = useRefresh();
  const restore = useRestoreAssistant();
  return useMutation({
    mutationFn: ({ id: assistantId }: Pick<AssistantRow, 'id' | 'title'>) =>
      call('DELETE /api/v1/assistants/:assistantId', { params: { assistantId } }),
    onSuccess: (_nothing, { id, title }) => {
      onDeleted?.();
      toast.undo({ title: t('assistants:list.deleted', { title }) }, () => restore.mutate(id));
      return refresh();
    },
    onError: useFail(),
  });
}

export const useAssistantVersions = (assistantId: AssistantId) =>
  useInfiniteQuery(
    pagesQuery(['assistants', 'versions', assistantId], (cursor) =>
      call('GET /api/v1/assistants/:assistantId/versions', { params: { assistantId }, query: { cursor } }),
    ),
  );

/** Makes an earlier version the draft and offers Undo. */
export function useRollBackAssistant(assistantId: AssistantId) {
  const t = useTexts();
  const refresh = useRefresh();
  const onError = useFail();
  const put = (body: { version: number; baseVersion: number }) =>
    call('POST /api/v1/assistants/:assistantId/roll-back', { params: { assistantId }, body });
  const undo = useMutation({ mutationFn: put, onSettled: refresh, onError });
  return useMutation({
    mutationFn: put,
    onSuccess: (saved, { version, baseVersion }) => {
      toast.undo({ title: t('assistants:versions.rolled_back', { version }) }, () =>
        undo.mutate({ version: baseVersion, baseVersion: saved.version }),
      );
      return refresh();
    },
    onError,
  });
}

export const useReport = (assistantId: AssistantId, period: { from: string; until: string }) =>
  useQuery({
    queryKey: ['assistants', 'report', assistantId, period],
    queryFn: () => call('GET /api/v1/assistants/:assistantId/report', { params: { assistantId }, query: period }),
    placeholderData: (before) => before,
  });

/** Answers to contacts, the latest first. @param outcome undefined: of all outcomes */
export const useTurns = (assistantId: AssistantId, outcome: AssistantTurn['outcome'] | undefined) =>
  useInfiniteQuery(
    pagesQuery(['assistants', 'turns', assistantId, outcome], (cursor) =>
      call('GET /api/v1/assistants/:assistantId/turns', { params: { assistantId }, query: { cursor, outcome } }),
    ),
  );

/** Shows an assistant as the server returned it, before anything is read again. */
function useShow() {
  const queryClient = useQueryClient();
  return (assistant: Assistant) => void queryClient.setQueryData(['assistants', 'one', assistant.id], assistant);
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'assistants');
}

function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}

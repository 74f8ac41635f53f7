import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { createNightBot, NightBotAnswers } from '#contract/assistants/night-bot.ts';
import { call } from '#web/lib/api/api.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

const DRAFT = ['assistants', 'night-bot'] as const;

/** The answers so far. They are not read again while they are changed. */
export const useNightBotDraft = () =>
  useQuery({
    queryKey: DRAFT,
    queryFn: () => call('GET /api/v1/assistants/night-bot'),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });

export const useKeepNightBot = () =>
  useMutation({
    mutationFn: (body: { step: number; answers: NightBotAnswers }) =>
      call('PUT /api/v1/assistants/night-bot', { body }),
  });

export function useCreateNightBot() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof createNightBot.body>) => call('POST /api/v1/assistants/night-bot', { body }),
    onSuccess: () => invalidateRoom(queryClient, 'assistants'),
  });
}

export function useRestartNightBot() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/v1/assistants/night-bot'),
    onSuccess: () => invalidateRoom(queryClient, 'assistants'),
  });
}

/** When an assistant answers by its hours, and its summaries of nights. */
export const useMorningSummary = (assistantId: AssistantId, version: number) =>
  useQuery({
    queryKey: ['assistants', 'morning-summary', assistantId, version],
    queryFn: () => call('GET /api/v1/assistants/:assistantId/morning-summary', { params: { assistantId } }),
  });

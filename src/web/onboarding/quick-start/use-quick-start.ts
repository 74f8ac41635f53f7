import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { QuickStart, saveQuickStart, startQuickStart } from '#contract/onboarding/quick-start.ts';
import type { QuickStartKind } from '#contract/onboarding/quick-start-values.ts';
import { call } from '#web/lib/api/api.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

const keyOf = (kind: QuickStartKind) => ['onboarding', 'quick-start', kind] as const;

/** How far the cabinet is with a quick start. */
export const useQuickStart = (kind: QuickStartKind) =>
  useQuery({
    queryKey: keyOf(kind),
    queryFn: () => call('GET /api/v1/quick-start', { query: { kind } }),
  });

/** Stores the step and answers. */
export function useSaveQuickStart(kind: QuickStartKind) {
  const show = useShow(kind);
  return useMutation({
    mutationFn: (body: Omit<z.input<typeof saveQuickStart.body>, 'kind'>) =>
      call('PUT /api/v1/quick-start', { body: { kind, ...body } }),
    onSuccess: show,
  });
}

/** Makes the goal's flow, or returns the one that was made. */
export function useMakeFlow(kind: QuickStartKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/v1/quick-start/flow', { body: { kind } }),
    onSuccess: () => invalidateRoom(queryClient, 'onboarding'),
  });
}

/** Takes the flow live, now or on a later day, or asks the operator for help. */
export function useStart(kind: QuickStartKind) {
  const queryClient = useQueryClient();
  const show = useShow(kind);
  return useMutation({
    mutationFn: (body: Omit<z.input<typeof startQuickStart.body>, 'kind'>) =>
      call('POST /api/v1/quick-start/start', { body: { kind, ...body } }),
    onSuccess: (stored) => {
      show(stored);
      return invalidateRoom(queryClient, 'flows');
    },
  });
}

function useShow(kind: QuickStartKind) {
  const queryClient = useQueryClient();
  return (stored: QuickStart) => void queryClient.setQueryData(keyOf(kind), stored);
}

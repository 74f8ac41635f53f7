import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#contract/connections/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const KEY = ['assistants', 'clinics'] as const;

/**
 * The clinic's account at MedFlex with its branches.
 *
 * @param connectionId null: that of the first connection
 */
export const useClinics = (connectionId: ConnectionId | null) =>
  useQuery({
    queryKey: [...KEY, connectionId],
    queryFn: () => call('GET /api/v1/clinics/medflex', { query: { connectionId: connectionId ?? undefined } }),
  });

/** Forgets an account that was entered for the assistants alone. */
export function useDisconnectClinics() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/v1/clinics/medflex'),
    onSuccess: () => {
      toast.success({ title: t('assistants:clinic.now_disconnected') });
      return queryClient.invalidateQueries({ queryKey: KEY });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

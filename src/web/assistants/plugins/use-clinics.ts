import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const KEY = ['assistants', 'clinics'] as const;

/** The clinic's account at MedFlex with its branches. */
export const useClinics = () => useQuery({ queryKey: KEY, queryFn: () => call('GET /api/v1/clinics/medflex') });

export function useConnectClinics() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call('PUT /api/v1/clinics/medflex', { body: { token } }),
    onSuccess: (account) => {
      queryClient.setQueryData(KEY, account);
      toast.success({ title: t('assistants:clinic.now_connected') });
    },
  });
}

export function useDisconnectClinics() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/v1/clinics/medflex'),
    onSuccess: () => {
      queryClient.setQueryData(KEY, { connectedAt: null, clinics: [], trouble: null });
      toast.success({ title: t('assistants:clinic.now_disconnected') });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Branch, IikoCredentials } from '#contract/connections.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { refreshUser } from '#web/lib/session.ts';
import { toast } from '#web/ui/toasts.ts';
import { useRefresh } from './use-connections.ts';

export const useOfferOrganizations = () =>
  useMutation({
    mutationFn: (body: z.input<typeof IikoCredentials>) =>
      call('POST /api/v1/connections/iiko/organizations', { body }),
  });

export function useConnectOrganizations() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { ticket: string; branchExternalIds: string[]; foreignWebhooks?: 'take' | 'leave' }) =>
      call('POST /api/v1/connections/iiko', { body }),
    onSuccess: () => {
      void refreshUser();
      return refresh();
    },
  });
}

/** Puts our address where another's is. */
export function useTakeWebhooks() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ connectionId, id }: Pick<Branch, 'connectionId' | 'id'>) =>
      call('POST /api/v1/connections/:connectionId/branches/:branchId/hooks', {
        params: { connectionId, branchId: id },
      }),
    onSuccess: ({ branches }, { id }) => {
      const isOurs = branches.some((branch) => branch.id === id && branch.webhooksState === 'set');
      if (isOurs) toast.success({ title: t('connections:iiko.foreign.taken') });
      else toast.error({ title: t('connections:iiko.foreign.still') });
      return refresh();
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

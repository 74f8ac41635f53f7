import { useMutation } from '@tanstack/react-query';
import type { MailingId } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useRefresh, useSenderChange } from '#web/senders/use-sender-change.ts';

type Step = 'pause' | 'continue' | 'cancel';

/** Takes a mailing live. */
export function useStartMailing(mailingId: MailingId) {
  const refresh = useRefresh('mailings');
  return useMutation({
    mutationFn: (baseVersion: number) =>
      call('POST /api/v1/distributions/:mailingId/start', { params: { mailingId }, body: { baseVersion } }),
    onSettled: () => refresh(),
  });
}

/** Pauses, continues or cancels a mailing. */
export const useMoveMailing = () =>
  useSenderChange('mailings', ({ mailingId, step }: { mailingId: MailingId; step: Step }) =>
    call(`POST /api/v1/distributions/:mailingId/${step}`, { params: { mailingId } }),
  );

import { useMutation } from '@tanstack/react-query';
import type { MailingId } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useFail, useRefresh } from '#web/mailings/use-mailings.ts';

type Step = 'pause' | 'continue' | 'cancel';

/** Takes a mailing live. */
export function useStartMailing(mailingId: MailingId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (baseVersion: number) =>
      call('POST /api/v1/distributions/:mailingId/start', { params: { mailingId }, body: { baseVersion } }),
    onSettled: () => refresh(),
  });
}

/** Pauses, continues or cancels a mailing. */
export function useMoveMailing() {
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: ({ mailingId, step }: { mailingId: MailingId; step: Step }) =>
      call(`POST /api/v1/distributions/:mailingId/${step}`, { params: { mailingId } }),
    onSuccess: refresh,
    onError: fail,
  });
}

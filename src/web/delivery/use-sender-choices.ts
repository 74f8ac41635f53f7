import { useQuery } from '@tanstack/react-query';
import type { SenderId } from '#contract/senders/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useSenderName } from '#web/lib/pages/sender.ts';

/** Senders to filter by. */
export function useSenderChoices(): { id: SenderId; title: string }[] {
  const nameOf = useSenderName();
  const senders = useQuery({
    queryKey: ['delivery', 'senders'],
    meta: { alsoShows: ['flows'] },
    queryFn: () => call('GET /api/v1/senders'),
  });
  return (senders.data?.senders ?? []).map(({ id, kind, title }) => ({
    id,
    title: nameOf({ senderKind: kind, senderTitle: title }),
  }));
}

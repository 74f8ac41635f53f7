import { useQuery } from '@tanstack/react-query';
import type { FlowId } from '#contract/flows.ts';
import { call } from '#web/lib/api.ts';

/** Flows to filter by; the room of flows stands above this one, so it is asked by the contract. */
export function useFlowChoices(): { id: FlowId; title: string }[] {
  const flows = useQuery({
    queryKey: ['flows', 'titles'],
    queryFn: () => call('GET /api/v1/flows', {}),
    select: ({ flows: all }) => all.map(({ id, title }) => ({ id, title })),
  });
  return flows.data ?? [];
}

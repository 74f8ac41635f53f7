import { useQuery } from '@tanstack/react-query';
import type { FlowId, FlowKind } from '#contract/flows/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** Flows to filter by; the room of flows stands above this one, so it is asked by the contract. */
export function useFlowChoices(): { id: FlowId; title: string; kind: FlowKind }[] {
  const flows = useQuery({ queryKey: ['flows', 'titles'], queryFn: () => call('GET /api/v1/flows/titles') });
  return flows.data?.flows ?? [];
}

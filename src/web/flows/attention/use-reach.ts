import { useQuery } from '@tanstack/react-query';
import type { FlowId } from '#contract/flows/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** The contacts that flows would reach today if they were live. */
export const useFlowReach = (flowIds: readonly FlowId[]) =>
  useQuery({
    queryKey: ['flows', 'reach', flowIds],
    queryFn: () => call('POST /api/v1/flows/reach', { body: { flowIds: [...flowIds] } }),
    meta: { alsoShows: ['channels', 'billing'] },
    gcTime: 0,
  });

/** Messages that live flows did not send in the last days for a reason that the owner can change. */
export const useFlowLosses = () =>
  useQuery({
    queryKey: ['flows', 'losses'],
    queryFn: () => call('GET /api/v1/flows/losses'),
    meta: { alsoShows: ['delivery'] },
  });

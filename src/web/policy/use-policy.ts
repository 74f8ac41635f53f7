import type { ContactPolicy } from '#contract/policy.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowId } from '#contract/flows.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { toast } from '#web/ui/toasts.ts';

/** What the policy did and whom flows meet changes with flows and with what is sent. */
const SHOWS = { alsoShows: ['delivery', 'flows'] };
const TYPING_MS = 400;

export const usePolicy = () =>
  useQuery({ queryKey: ['policy', 'set'], queryFn: () => call('GET /api/v1/contact-policy') });

export const usePolicyReport = () =>
  useQuery({
    queryKey: ['policy', 'report'],
    meta: SHOWS,
    queryFn: () => call('GET /api/v1/contact-policy/report'),
  });

/** @param flowId left out: of all flows that work */
export const useConflicts = (flowId?: FlowId, isWanted = true) =>
  useQuery({
    queryKey: ['policy', 'meetings', flowId],
    meta: SHOWS,
    enabled: isWanted,
    queryFn: () => call('GET /api/v1/contact-policy/meetings', { query: flowId ? { flowId } : {} }),
  });

/** What a policy that is not saved would change, once typing rests. */
export function usePolicyEffect(policy: ContactPolicy, isChanged: boolean) {
  const [settled] = useDebouncedValue(policy, TYPING_MS);
  const effect = useQuery({
    queryKey: ['policy', 'effect', settled],
    enabled: isChanged && settled.marketingDays > 0,
    queryFn: () => call('POST /api/v1/contact-policy/preview', { body: settled }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { ...effect, isSettling: settled !== policy || effect.isFetching };
}

export function useSavePolicy() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (policy: ContactPolicy) => call('PUT /api/v1/contact-policy', { body: policy }),
    onSuccess: (saved) => {
      queryClient.setQueryData(['policy', 'set'], saved);
      toast.success({ title: t('policy:saved') });
      return queryClient.invalidateQueries({ queryKey: ['policy'] });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

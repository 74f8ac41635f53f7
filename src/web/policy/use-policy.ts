import type { DataRoom } from '#contract/data-rooms.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SenderId } from '#contract/senders/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** The report and the conflicts change with flows and with sent messages. */
const SHOWS: { alsoShows: readonly DataRoom[] } = { alsoShows: ['delivery', 'flows'] };
const TYPING_MS = 400;

export const usePolicy = () =>
  useQuery({ queryKey: ['policy', 'set'], queryFn: () => call('GET /api/v1/contact-policy') });

export const usePolicyReport = () =>
  useQuery({
    queryKey: ['policy', 'report'],
    meta: SHOWS,
    queryFn: () => call('GET /api/v1/contact-policy/report'),
  });

/** @param senderId left out: of all senders that work */
export const useConflicts = (senderId?: SenderId, isWanted = true) =>
  useQuery({
    queryKey: ['policy', 'meetings', senderId],
    meta: SHOWS,
    enabled: isWanted,
    queryFn: () => call('GET /api/v1/contact-policy/meetings', { query: senderId ? { senderId } : {} }),
  });

/** Loads the effect of an unsaved policy, debounced. */
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

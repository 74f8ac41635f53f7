import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BranchPlace, VisitPageSettings } from '#contract/booking/calls.ts';
import type { DataRoom } from '#contract/data-rooms.ts';
import type { Language } from '#contract/primitives.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** The preview shows visits, and the branches are those of connections. */
const SHOWS: { alsoShows: readonly DataRoom[] } = { alsoShows: ['visits', 'connections'] };
const TYPING_MS = 400;

export type VisitPageDraft = { settings: VisitPageSettings; places: BranchPlace[] };

export const useVisitPage = () =>
  useQuery({
    queryKey: ['booking', 'visit-page'],
    meta: SHOWS,
    queryFn: () => call('GET /api/v1/widgets/visit-page'),
  });

/** Loads the page of the next visits under unsaved settings, debounced. */
export function useVisitPagePreview(draft: VisitPageDraft, language: Language) {
  const [settled] = useDebouncedValue(draft, TYPING_MS);
  return useQuery({
    queryKey: ['booking', 'visit-page-preview', settled, language],
    meta: SHOWS,
    queryFn: () => call('POST /api/v1/widgets/visit-page/preview', { body: { ...settled, language } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useSaveVisitPage() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: VisitPageDraft) => call('PUT /api/v1/widgets/visit-page', { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(['booking', 'visit-page'], saved);
      toast.success({ title: t('booking:saved') });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import type { setPublicAppearance } from '#contract/texts/appearance.ts';
import { call } from '#web/lib/api/api.ts';

const APPEARANCE = ['config', 'appearance'] as const;

export const useAppearance = () =>
  useQuery({ queryKey: APPEARANCE, queryFn: () => call('GET /api/v1/widgets/appearance') });

export function useSaveAppearance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof setPublicAppearance>) => call('PUT /api/v1/widgets/appearance', { body }),
    onSuccess: (saved) => client.setQueryData(APPEARANCE, saved),
  });
}

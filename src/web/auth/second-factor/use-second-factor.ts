import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

export const useSecondFactor = () =>
  useQuery({ queryKey: ['auth', 'second-factor'], queryFn: () => call('GET /api/v1/Account/SecondFactor') });

export function useRefreshSecondFactor() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['auth', 'second-factor'] });
}

import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

/** The cabinet's own test numbers. */
export const useTestPhones = () =>
  useQuery({
    queryKey: ['flows', 'test-phones'],
    queryFn: () => call('GET /api/v1/flows/test-phones'),
    select: (reply) => reply.testPhones,
  });

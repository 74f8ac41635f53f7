import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ClientConfig } from '#contract/config.ts';
import { callPublic } from './api.ts';

const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => callPublic('GET /api/v1/config', { signal }),
  staleTime: Infinity,
});

/** Configuration of this deployment; undefined until it is loaded. */
export const useConfig = (): ClientConfig | undefined => useQuery(configQuery).data;

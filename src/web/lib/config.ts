import { queryOptions, useQuery } from '@tanstack/react-query';
import { clientConfig } from '#contract/config.ts';
import type { ClientConfig } from '#contract/config.ts';
import { call } from './api.ts';

const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(clientConfig, { signal }),
  staleTime: Infinity,
});

/** What this deployment offers; undefined until it is known. */
export const useConfig = (): ClientConfig | undefined => useQuery(configQuery).data;

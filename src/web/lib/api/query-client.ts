import { QueryClient } from '@tanstack/react-query';
import { CallRefused } from './call-errors.ts';

const MAX_RETRIES = 2;

/** Creates the query cache; old data stays visible while it is refetched. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: isWorthRetrying,
        throwOnError: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' }, // NOTE: without a connection a mutation fails at once; the default would wait silently
    },
  });
}

/** Refusals are final; only temporary errors are retried. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < MAX_RETRIES && error instanceof CallRefused && error.status === 503;
}

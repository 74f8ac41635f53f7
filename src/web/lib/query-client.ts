import { QueryClient } from '@tanstack/react-query';
import { CallRefused } from './call-errors.ts';

const MOST_RETRIES = 2;

/** Keeps what was read; old data stays on the screen while fresh is being fetched. */
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
      mutations: { networkMode: 'always' }, // NOTE: without a connection it is said at once; the default waits and says nothing
    },
  });
}

/** A refusal is an answer; only what may go better by itself is asked again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < MOST_RETRIES && error instanceof CallRefused && error.status === 503;
}

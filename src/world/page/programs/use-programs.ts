import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { act, call } from '../api.ts';

/** A call of a program and what came of it, as the world keeps it. */
export type Call = {
  id: number;
  at: string;
  token: string;
  method: 'GET' | 'POST';
  path: string;
  key: string | null;
  sent: string | null;
  status: number | null;
  failure: string | null;
  ms: number;
  headers: Record<string, string>;
  answer: string;
};

export type NewCall = { token: string; method: 'GET' | 'POST'; path: string; key?: string; body?: string };

export const useCalls = () =>
  useQuery({
    queryKey: ['programs', '/_sim/programs'],
    queryFn: () => call<{ calls: Call[] }>('GET', '/_sim/programs'),
    select: ({ calls }) => calls,
  });

/** Sends a call through the world, and says which one it was. */
export function useSend() {
  const [isBusy, setBusy] = useState(false);
  const send = async (order: NewCall): Promise<Call | undefined> => {
    setBusy(true);
    const made = await act<Call>('POST', '/_sim/programs/calls', order);
    setBusy(false);
    return made;
  };
  return { isBusy, send };
}

export const clearCalls = () => act('DELETE', '/_sim/programs/calls');

const STORED = 'world.program-token';

/** Kept while the tab is open: a token is a secret, also in a demo. */
export function useToken(): [string, (token: string) => void] {
  const [token, setToken] = useState(() => sessionStorage.getItem(STORED) ?? '');
  const keep = (next: string) => {
    const bare = next.trim();
    sessionStorage.setItem(STORED, bare);
    setToken(bare);
  };
  return [token, keep];
}

/** A name for a call; also where the page has no secure context. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

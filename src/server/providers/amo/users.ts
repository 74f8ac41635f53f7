import { z } from 'zod';
import type { Caller } from '#server/connections/port.ts';
import type { SendRequest } from './api-client.ts';
import type { UserNames } from './records.ts';

const KEEP_MS = 10 * 60_000;
const MAX_ACCOUNTS = 500;
const PAGE_SIZE = 250;

const Users = z.object({ _embedded: z.object({ users: z.array(z.object({ id: z.int(), name: z.string() })) }) });

/**
 * Names of the users of accounts, stored for some minutes: deals and tasks name the responsible one by id. Without the
 * right to read them there are none.
 */
export function userNames(send: SendRequest): (caller: Caller) => Promise<UserNames> {
  const stored = new Map<string, { names: UserNames; until: number }>();
  return async (caller) => {
    const key = `${caller.tenantId}:${caller.credentials['host']}`;
    const known = stored.get(key);
    if (known && known.until > performance.now()) return known.names;
    const read = await send(caller, { method: 'GET', path: `/users?page=1&limit=${PAGE_SIZE}` }, Users);
    if (!read.isOk && read.isTemporary) return known?.names ?? new Map();
    const users = read.isOk ? (read.value?._embedded.users ?? []) : [];
    const names = new Map(users.map(({ id, name }) => [String(id), name]));
    if (stored.size >= MAX_ACCOUNTS) stored.clear();
    stored.set(key, { names, until: performance.now() + KEEP_MS });
    return names;
  };
}

import { randomUUID } from 'node:crypto';
import type { DealCapability } from '#server/connections/deal-port.ts';
import type { Account as ConnectedAccount, Caller, SourceProvider } from '#server/connections/port.ts';
import { Account, toBranch } from './account.ts';
import { failed } from './answers.ts';
import { type AmoOptions, createApiClient, sendWith } from './api-client.ts';
import { readsOf } from './deals.ts';
import { exchangeCode } from './tokens.ts';
import { dropWebhook, putWebhook } from './webhooks.ts';
import { writesOf } from './writes.ts';

const ACCOUNT = { method: 'GET', path: '/account?with=datetime_settings' } as const;

/** The CRM with its deals. */
export type Amo = SourceProvider & { deals: DealCapability };

/**
 * amoCRM (Kommo). The credentials of a connection are the account's host, its id, and the id of its tokens, which
 * change daily and are stored apart.
 */
export function createAmo(options: AmoOptions): Amo {
  const send = createApiClient(options);

  async function readAccount(caller: Caller) {
    const read = await send(caller, ACCOUNT, Account);
    if (read.isOk && !read.value) return failed('unexpected_answer', null);
    return read;
  }

  return {
    kind: 'amo',

    /** @param given the code of a consent, and the host of the account that gave it */
    async signIn(requester, { code = '', host = '' }) {
      const tokens = await exchangeCode(options, host, code);
      if (!tokens.isOk) return tokens;
      const call = { host, token: tokens.value.access, request: ACCOUNT, shape: Account };
      const read = await sendWith(options, requester, call);
      if (!read.isOk) return read;
      if (!read.value) return failed('unexpected_answer', null);
      const { id: accountId, name, currency } = read.value;
      const tokenId = randomUUID();
      await options.tokens.put(requester.tenantId, tokenId, tokens.value);
      const credentials = { host, accountId, tokenId, ...(currency && { currency }) };
      return { isOk: true, value: { credentials, name } satisfies ConnectedAccount };
    },

    async listBranches(caller) {
      const read = await readAccount(caller);
      return read.isOk ? { isOk: true, value: read.value ? [toBranch(read.value)] : [] } : read;
    },

    async getBranch(caller, branchId) {
      const read = await readAccount(caller);
      // NOTE: without a paid plan the account is read for a month more.
      if (!read.isOk) return read;
      return { isOk: true, value: read.value?.id === branchId ? toBranch(read.value) : null };
    },

    subscribe: (caller, _branchId, webhook) => putWebhook(send, caller, webhook),
    unsubscribe: (caller, _branchId, webhook) => dropWebhook(send, caller, webhook),
    async accessEnding({ tenantId, credentials }) {
      const reason = await options.tokens.endingOf(tenantId, credentials['tokenId'] ?? '');
      if (reason === null) return null;
      return reason === 'lost' ? 'renewal_lost' : 'token_expired';
    },
    forget: ({ tenantId, credentials }) => options.tokens.remove(tenantId, credentials['tokenId'] ?? ''),

    deals: { ...readsOf(send), ...writesOf(send) },
  };
}

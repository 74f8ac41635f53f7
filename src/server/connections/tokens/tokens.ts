import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ProviderResult } from '#server/connections/port.ts';
import type { Clock } from '#server/platform/deployment/clock.ts';
import { type Database, type TenantScope, withTenant } from '#server/platform/database/db.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';
import type { Renew, TokenStore } from '#server/connections/token-port.ts';
import { claimRenewal, deleteToken, endRenewal, findToken, putToken } from './token-queries.ts';
import { stateOfToken } from './token-rules.ts';

// NOTE: a process: it calls an outside service between transactions.

const Pair = z.object({ access: z.string().min(1), refresh: z.string().min(1) });

/** Longer than a renewal takes. */
const LEASE_S = 40;
const POLL_INTERVAL_MS = 200;
const URGENT_WAIT_MS = 8_000;
const BACKGROUND_WAIT_MS = 30_000;

/** Tokens of accounts that are renewed by a refresh token, which a system accepts once: see decision 0299. */
export function createTokenStore({ db, vault, clock }: { db: Database; vault: Vault; clock: Clock }): TokenStore {
  const inTenant = <Result>(tenantId: TenantId, work: (scope: TenantScope) => Promise<Result>) =>
    withTenant({ db }, tenantId, work);

  const put: TokenStore['put'] = async (tenantId, id, { expiresInSeconds, ...pair }) => {
    const now = clock.now();
    const token = { box: vault.seal(tenantId, pair), expiresAt: now.add({ seconds: expiresInSeconds }) };
    await inTenant(tenantId, (scope) => putToken(scope, id, token, now));
  };

  async function renewOnce(
    { tenantId, id }: { tenantId: TenantId; id: string },
    version: number,
    refresh: string,
    renew: Renew,
  ): Promise<ProviderResult<string>> {
    const renewed = await renew(refresh);
    if (renewed.kind === 'given') {
      await put(tenantId, id, renewed.tokens);
      return { isOk: true, value: renewed.tokens.access };
    }
    const [isRefused, isLost] = [renewed.kind === 'refused', renewed.kind === 'lost'];
    await inTenant(tenantId, (scope) => endRenewal(scope, id, { version, isRefused, isLost }));
    if (isRefused) return failed('token_expired', renewed.text, false);
    return failed('unreachable', renewed.text, true, renewed.kind === 'unreached' ? renewed.retryAfterMs : null);
  }

  return {
    put,
    async get({ isUrgent, signal, ...of }, renew, rejected) {
      const until = performance.now() + (isUrgent ? URGENT_WAIT_MS : BACKGROUND_WAIT_MS);
      for (;;) {
        const stored = await inTenant(of.tenantId, (scope) => findToken(scope, of.id));
        if (!stored) return failed('token_expired', null, false);
        const { access, refresh } = Pair.parse(vault.open(of.tenantId, stored.box));
        const state = stateOfToken(stored, { now: clock.now(), isRejected: access === rejected });
        if (state.kind === 'valid' && !state.isDue) return { isOk: true, value: access };
        if (state.kind === 'ended') return failed('token_expired', state.reason, false);
        const { version } = stored;
        const hasClaimed = await inTenant(of.tenantId, (scope) =>
          claimRenewal(scope, of.id, { version, seconds: LEASE_S }),
        );
        if (hasClaimed) {
          const renewed = await renewOnce(of, version, refresh, renew);
          // An access token that has not expired is used while its renewal fails.
          return renewed.isOk || state.kind !== 'valid' ? renewed : { isOk: true, value: access };
        }
        if (state.kind === 'valid') return { isOk: true, value: access };
        if (performance.now() > until || signal?.aborted) return failed('unreachable', null, true);
        await sleep(POLL_INTERVAL_MS);
      }
    },
    remove: (tenantId, id) => inTenant(tenantId, (scope) => deleteToken(scope, id)),
  };
}

function failed(
  trouble: 'token_expired' | 'unreachable',
  text: string | null,
  isTemporary: boolean,
  retryAfterMs: number | null = null,
): ProviderResult<never> {
  return { isOk: false, trouble, text, isTemporary, retryAfterMs };
}

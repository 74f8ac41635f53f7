import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ProviderResult } from '#server/connections/port.ts';
import type { Clock } from '#server/platform/deployment/clock.ts';
import { type Database, type TenantScope, withTenant } from '#server/platform/database/db.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';
import type { OpenToken, Renew, TokenStore } from '#server/connections/token-port.ts';
import { claimRenewal, deleteToken, endRenewal, findToken, putToken, replaceBox } from './token-queries.ts';
import { endingOf, stateOfToken } from './token-rules.ts';

// NOTE: a process: it calls an outside service between transactions.

const Held = z.object({
  access: z.string().min(1),
  refresh: z.string().min(1),
  /** Absent: the account is where it was connected. */
  host: z.string().optional(),
});

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
    { access, refresh, host }: z.output<typeof Held>,
    renew: Renew,
  ): Promise<ProviderResult<OpenToken>> {
    const renewed = await renew(refresh, { access, host: host ?? null });
    if (renewed.kind === 'given') {
      const tokens = { ...(host !== undefined && { host }), ...renewed.tokens };
      await put(tenantId, id, tokens);
      return { isOk: true, value: { access: tokens.access, host: tokens.host ?? null } };
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
        const held = Held.parse(vault.open(of.tenantId, stored.box));
        const opened: OpenToken = { access: held.access, host: held.host ?? null };
        const state = stateOfToken(stored, { now: clock.now(), isRejected: held.access === rejected });
        if (state.kind === 'valid' && !state.isDue) return { isOk: true, value: opened };
        if (state.kind === 'ended')
          return failed(state.reason === 'lost' ? 'renewal_lost' : 'token_expired', null, false);
        const { version } = stored;
        const hasClaimed = await inTenant(of.tenantId, (scope) =>
          claimRenewal(scope, of.id, { version, seconds: LEASE_S }),
        );
        if (hasClaimed) {
          const renewed = await renewOnce(of, version, held, renew);
          // An access token that has not expired is used while its renewal fails.
          return renewed.isOk || state.kind !== 'valid' ? renewed : { isOk: true, value: opened };
        }
        if (state.kind === 'valid') return { isOk: true, value: opened };
        if (performance.now() > until || signal?.aborted) return failed('unreachable', null, true);
        await sleep(POLL_INTERVAL_MS);
      }
    },
    move: (tenantId, id, host) =>
      inTenant(tenantId, async (scope) => {
        const stored = await findToken(scope, id);
        if (!stored) return;
        const held = Held.parse(vault.open(tenantId, stored.box));
        // NOTE: a renewal that ended meanwhile has stored other tokens; the next call finds the new host again.
        await replaceBox(scope, id, { version: stored.version, box: vault.seal(tenantId, { ...held, host }) });
      }),
    async endingOf(tenantId, id) {
      const stored = await inTenant(tenantId, (scope) => findToken(scope, id));
      return stored && endingOf(stored);
    },
    remove: (tenantId, id) => inTenant(tenantId, (scope) => deleteToken(scope, id)),
  };
}

function failed(
  trouble: 'token_expired' | 'renewal_lost' | 'unreachable',
  text: string | null,
  isTemporary: boolean,
  retryAfterMs: number | null = null,
): ProviderResult<never> {
  return { isOk: false, trouble, text, isTemporary, retryAfterMs };
}

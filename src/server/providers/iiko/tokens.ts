import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Caller } from '#server/connections/port.ts';
import type { Clock } from '#server/platform/deployment/clock.ts';
import { type Database, withTenant } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { Call, HttpClient } from '#server/platform/http/http-client.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';
import { failed, type ApiResult, understand } from './answers.ts';
import { hashOfLogin, type RateLimiter } from './rate-limiter.ts';

// NOTE: a process: it calls an outside service between transactions.

export type TokenOptions = {
  http: HttpClient;
  rateLimiter: RateLimiter;
  db: Database;
  vault: Vault;
  clock: Clock;
  /** Without the version, e.g. `https://api-ru.iiko.services`. */
  baseUrl: string;
  /** Id of our application, sent with a restaurant's key; without it keys do not work. */
  appId: string | undefined;
  clientSecret: string | undefined;
};

export type Token = { text: string; requestedAt: Temporal.Instant };

export type Tokens = {
  /** @param refused a token the vendor no longer accepts: another is requested */
  get(caller: Caller, refused?: Token): Promise<ApiResult<Token>>;
};

/** Tokens are valid for an hour; renewed early, so that no call finds one expired. */
const RENEW_MINUTES = 50;
/** Unused tokens are deleted after this time. */
const FORGET_HOURS = 24;
/** Interval of checks while another process requests the token. */
const POLL_INTERVAL_MS = 250;
const URGENT_WAIT_MS = 8_000;
const BACKGROUND_WAIT_MS = 2_000;

/** A refusal is repeated for this time; after it the login may be tried again. */
const REFUSAL_HOLDS_MS = 60_000;

type Refusal = Extract<ApiResult<Token>, { isOk: false }>;

const Given = z.object({ token: z.string().min(1) });

/**
 * Tokens of all logins, stored in the database: one may be requested about once a minute over all processes. A process
 * remembers those it read or requested, so that its calls need not read them again.
 */
export function createTokens(options: TokenOptions): Tokens {
  const known = rememberTokens(options.clock);
  const refusals = rememberRefusals();
  return {
    async get(caller, refused) {
      const call = questionOf(options, caller);
      if (!call) return failed('wrong_partner_token', null);
      const remembered = known.find(caller);
      if (remembered && remembered.text !== refused?.text) return { isOk: true, value: remembered };
      const until = performance.now() + (caller.isUrgent ? URGENT_WAIT_MS : BACKGROUND_WAIT_MS);
      for (;;) {
        const stored = await findToken(options, caller);
        if (stored && stored.text !== refused?.text) return { isOk: true, value: known.note(caller, stored) };
        const waitMs = await options.rateLimiter.takeToken(caller);
        if (waitMs === 0) {
          const requested = await requestToken(options, caller, call);
          if (requested.isOk) known.note(caller, requested.value);
          return refusals.note(caller, requested);
        }
        const refusal = refusals.find(caller);
        if (refusal) return refusal;
        if (performance.now() + POLL_INTERVAL_MS > until || caller.signal?.aborted)
          return failed('unreachable', null, { isTemporary: true, retryAfterMs: waitMs });
        await sleep(POLL_INTERVAL_MS);
      }
    },
  };
}

function rememberTokens(clock: Clock) {
  const byLogin = new Map<string, Token>();
  const nameOf = ({ tenantId, credentials }: Caller) => `${tenantId}:${hashOfLogin(credentials).toString('base64url')}`;
  return {
    find(caller: Caller): Token | null {
      const token = byLogin.get(nameOf(caller));
      return token && !isOld(token.requestedAt, clock) ? token : null;
    },
    note(caller: Caller, token: Token): Token {
      for (const [name, { requestedAt }] of byLogin) if (isOld(requestedAt, clock)) byLogin.delete(name);
      byLogin.set(nameOf(caller), token);
      return token;
    },
  };
}

/** Repeats a recent refusal of a wrong login, instead of reporting the exhausted rate limit. */
function rememberRefusals() {
  const byLogin = new Map<string, { refusal: Refusal; until: number }>();
  const nameOf = ({ credentials }: Caller) => hashOfLogin(credentials).toString('base64url');
  return {
    find(caller: Caller): Refusal | null {
      const stored = byLogin.get(nameOf(caller));
      return stored && stored.until > performance.now() ? stored.refusal : null;
    },
    note(caller: Caller, result: ApiResult<Token>): ApiResult<Token> {
      const now = performance.now();
      for (const [name, { until }] of byLogin) if (until <= now) byLogin.delete(name);
      if (result.isOk) byLogin.delete(nameOf(caller));
      else if (result.trouble === 'wrong_login')
        byLogin.set(nameOf(caller), { refusal: result, until: now + REFUSAL_HOLDS_MS });
      return result;
    },
  };
}

/** Two kinds of credentials: the first is older and still the common one. */
function questionOf({ baseUrl, appId, clientSecret }: TokenOptions, { credentials, signal }: Caller): Call | null {
  const rest = { method: 'POST', ...(signal && { signal }) } as const;
  const { apiLogin, apiKey } = credentials;
  if (apiLogin !== undefined) return { ...rest, url: `${baseUrl}/api/1/access_token`, json: { apiLogin } };
  if (!appId || !clientSecret) return null;
  return { ...rest, url: `${baseUrl}/api/v2/access_token`, json: { apiKey, appId, clientSecret } };
}

async function requestToken(options: TokenOptions, caller: Caller, call: Call): Promise<ApiResult<Token>> {
  const result = understand(await options.http(call), Given);
  if (!result.isOk) {
    const isRefused = [400, 401, 403, 404].includes(result.status ?? 0);
    if (result.status === 429) return { ...result, trouble: 'unreachable', isTemporary: true, retryAfterMs: 60_000 };
    return isRefused ? { ...result, trouble: 'wrong_login' } : result;
  }
  const token = { text: result.value.token, requestedAt: options.clock.now() };
  await storeToken(options, caller, token);
  return { isOk: true, value: token };
}

async function findToken({ db, vault, clock }: TokenOptions, caller: Caller): Promise<Token | null> {
  const { tenantId, credentials } = caller;
  const row = await withTenant({ db }, tenantId, ({ tx }) =>
    tx
      .selectFrom('iiko_tokens')
      .select(['token', 'asked_at'])
      .where('tenant_id', '=', tenantId)
      .where('login_hash', '=', hashOfLogin(credentials))
      .executeTakeFirst(),
  );
  if (!row) return null;
  if (isOld(row.asked_at, clock)) return null;
  return { text: z.string().parse(vault.open(tenantId, row.token)), requestedAt: row.asked_at };
}

function isOld(requestedAt: Temporal.Instant, clock: Clock): boolean {
  return !isAfter(requestedAt.add({ minutes: RENEW_MINUTES }), clock.now());
}

async function storeToken({ db, vault }: TokenOptions, caller: Caller, token: Token): Promise<void> {
  const { tenantId, credentials } = caller;
  const stored = { token: vault.seal(tenantId, token.text), asked_at: token.requestedAt };
  await withTenant({ db }, tenantId, async ({ tx }) => {
    await tx
      .insertInto('iiko_tokens')
      .values({ tenant_id: tenantId, login_hash: hashOfLogin(credentials), ...stored })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'login_hash']).doUpdateSet(stored))
      .execute();
    await tx
      .deleteFrom('iiko_tokens')
      .where('tenant_id', '=', tenantId)
      .where('asked_at', '<', token.requestedAt.subtract({ hours: FORGET_HOURS }))
      .execute();
  });
}

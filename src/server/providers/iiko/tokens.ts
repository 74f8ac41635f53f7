import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Caller } from '#server/connections/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, withTenant } from '#server/platform/db.ts';
import { isAfter } from '#server/platform/instant-rules.ts';
import type { Call, HttpClient } from '#server/platform/http-client.ts';
import type { Vault } from '#server/platform/vault.ts';
import { failed, type Heard, understand } from './answers.ts';
import { hashOfLogin, type Turns } from './turns.ts';

export type TokenOptions = {
  http: HttpClient;
  turns: Turns;
  db: Database;
  vault: Vault;
  clock: Clock;
  /** Without the version, e.g. `https://api-ru.iiko.services`. */
  baseUrl: string;
  /** Id of our application, sent with a restaurant's key; without it keys do not work. */
  appId: string | undefined;
  clientSecret: string | undefined;
};

export type Token = { text: string; askedAt: Temporal.Instant };

export type Tokens = {
  /** @param refused a token the vendor no longer accepts: another is requested */
  get(caller: Caller, refused?: Token): Promise<Heard<Token>>;
};

/** Tokens are valid for an hour; renewed early, so that no call finds one expired. */
const RENEW_MINUTES = 50;
/** Unused tokens are deleted after this time. */
const FORGET_HOURS = 24;
/** Interval of checks while another process requests the token. */
const LOOK_AGAIN_MS = 250;
const URGENT_WAIT_MS = 8_000;
const BACKGROUND_WAIT_MS = 2_000;

/** A refusal is repeated for this time; after it the login may be tried again. */
const REFUSAL_HOLDS_MS = 60_000;

type Refusal = Extract<Heard<Token>, { isOk: false }>;

const Given = z.object({ token: z.string().min(1) });

/** Tokens of all logins, stored in the database: one may be requested about once a minute over all processes. */
export function createTokens(options: TokenOptions): Tokens {
  const refusals = rememberRefusals();
  return {
    async get(caller, refused) {
      const call = questionOf(options, caller);
      if (!call) return failed('wrong_partner_token', null);
      const until = performance.now() + (caller.isUrgent ? URGENT_WAIT_MS : BACKGROUND_WAIT_MS);
      for (;;) {
        const kept = await findToken(options, caller);
        if (kept && kept.text !== refused?.text) return { isOk: true, value: kept };
        const waitMs = await options.turns.takeToken(caller);
        if (waitMs === 0) return refusals.note(caller, await askToken(options, caller, call));
        const refusal = refusals.find(caller);
        if (refusal) return refusal;
        if (performance.now() + LOOK_AGAIN_MS > until || caller.signal?.aborted)
          return failed('unreachable', null, { isTemporary: true, retryAfterMs: waitMs });
        await sleep(LOOK_AGAIN_MS);
      }
    },
  };
}

/** Repeats a recent refusal of a wrong login, instead of reporting the exhausted rate limit. */
function rememberRefusals() {
  const byLogin = new Map<string, { refusal: Refusal; until: number }>();
  const nameOf = ({ credentials }: Caller) => hashOfLogin(credentials).toString('base64url');
  return {
    find(caller: Caller): Refusal | null {
      const kept = byLogin.get(nameOf(caller));
      return kept && kept.until > performance.now() ? kept.refusal : null;
    },
    note(caller: Caller, heard: Heard<Token>): Heard<Token> {
      const now = performance.now();
      for (const [name, { until }] of byLogin) if (until <= now) byLogin.delete(name);
      if (heard.isOk) byLogin.delete(nameOf(caller));
      else if (heard.trouble === 'wrong_login')
        byLogin.set(nameOf(caller), { refusal: heard, until: now + REFUSAL_HOLDS_MS });
      return heard;
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

async function askToken(options: TokenOptions, caller: Caller, call: Call): Promise<Heard<Token>> {
  const heard = understand(await options.http(call), Given);
  if (!heard.isOk) {
    const isRefused = [400, 401, 403, 404].includes(heard.status ?? 0);
    if (heard.status === 429) return { ...heard, trouble: 'unreachable', isTemporary: true, retryAfterMs: 60_000 };
    return isRefused ? { ...heard, trouble: 'wrong_login' } : heard;
  }
  const token = { text: heard.value.token, askedAt: options.clock.now() };
  await keepToken(options, caller, token);
  return { isOk: true, value: token };
}

async function findToken({ db, vault, clock }: TokenOptions, caller: Caller): Promise<Token | null> {
  const { tenantId, credentials } = caller;
  const row = await withTenant(db, tenantId, ({ tx }) =>
    tx
      .selectFrom('iiko_tokens')
      .select(['token', 'asked_at'])
      .where('tenant_id', '=', tenantId)
      .where('login_hash', '=', hashOfLogin(credentials))
      .executeTakeFirst(),
  );
  if (!row) return null;
  const isOld = !isAfter(row.asked_at.add({ minutes: RENEW_MINUTES }), clock.now());
  return isOld ? null : { text: z.string().parse(vault.open(tenantId, row.token)), askedAt: row.asked_at };
}

async function keepToken({ db, vault }: TokenOptions, caller: Caller, token: Token): Promise<void> {
  const { tenantId, credentials } = caller;
  const kept = { token: vault.seal(tenantId, token.text), asked_at: token.askedAt };
  await withTenant(db, tenantId, async ({ tx }) => {
    await tx
      .insertInto('iiko_tokens')
      .values({ tenant_id: tenantId, login_hash: hashOfLogin(credentials), ...kept })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'login_hash']).doUpdateSet(kept))
      .execute();
    await tx
      .deleteFrom('iiko_tokens')
      .where('tenant_id', '=', tenantId)
      .where('asked_at', '<', token.askedAt.subtract({ hours: FORGET_HOURS }))
      .execute();
  });
}

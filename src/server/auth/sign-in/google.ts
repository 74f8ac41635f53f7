import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { HttpClient } from '#server/platform/http/http-client.ts';
import { Problem } from '#server/platform/values/problem.ts';

/** The person Google has authenticated. The key is `sub`, because an e-mail may change hands. */
export type GooglePerson = { sub: string; email: string; isEmailVerified: boolean; name: string | null };

const Claims = z.object({
  sub: z.string().min(1),
  email: z.email(),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().optional(),
  iat: z.number(),
  exp: z.number(),
  nonce: z.string().optional(),
});

const ISSUERS = ['accounts.google.com', 'https://accounts.google.com'];

/** From Google's own libraries: clocks may differ by so much, and no token lives longer than a day. */
const SKEW_SECONDS = 300;
const LIFETIME_SECONDS = 86_400;

/** Google rotates its keys every few days; a key id nobody knows is asked for at most this often. */
const KEYS_CACHED_MS = 10 * 60_000;
const UNKNOWN_KEY_PAUSE_MS = 30_000;

/**
 * Verifies an ID token: signature by Google's present keys, issuer, audience, time, nonce.
 *
 * @param nonce what the page put into the request; good for one sign-in
 * @throws auth.google_token_invalid, auth.google_token_expired, or auth.google_unavailable when the keys cannot be read
 */
export async function verifyGoogleToken(
  ctx: Pick<Context, 'clock' | 'config' | 'http' | 'db'>,
  idToken: string,
  nonce: string | undefined,
): Promise<GooglePerson> {
  const claims = await readClaims(ctx, idToken);
  const now = ctx.clock.now().epochMilliseconds / 1000; // NOTE: the machine's time, but for a demo, whose Google turns its clock too
  if (claims.iat > now + SKEW_SECONDS || claims.exp > now + LIFETIME_SECONDS + SKEW_SECONDS) throw invalid();
  if (nonce !== undefined && claims.nonce !== nonce) throw invalid();
  if (nonce !== undefined && !(await isFirstUse(ctx, nonce))) throw invalid();
  return {
    sub: claims.sub,
    email: claims.email.toLowerCase(),
    isEmailVerified: claims.email_verified,
    name: claims.name ?? null,
  };
}

async function readClaims({ clock, config, http }: Pick<Context, 'clock' | 'config' | 'http'>, idToken: string) {
  try {
    const { payload } = await jwtVerify(idToken, keysOf(config.google.jwksUrl, http), {
      algorithms: ['RS256'],
      issuer: ISSUERS,
      audience: config.google.clientIds,
      currentDate: new Date(clock.now().epochMilliseconds),
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    return Claims.parse(payload);
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw new Problem('auth.google_token_expired', undefined, { cause });
    if (areKeysAway(cause)) throw new Problem('auth.google_unavailable', undefined, { cause });
    throw invalid(cause);
  }
}

/** The keys could not be read; jose says so of an answer that is no key set by its unspecific error. */
function areKeysAway(error: unknown): boolean {
  if (error instanceof KeysAway || error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
    return true;
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC';
}

class KeysAway extends Error {
  override name = 'KeysAway';
}

function invalid(cause?: unknown): Problem {
  return new Problem('auth.google_token_invalid', undefined, { cause });
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** One cache a process; each refreshes its own. */
const keySets = new WeakMap<HttpClient, Map<string, KeySet>>();

function keysOf(url: string, http: HttpClient): KeySet {
  const known = keySets.getOrInsertComputed(http, () => new Map<string, KeySet>());
  return known.getOrInsertComputed(url, () =>
    createRemoteJWKSet(new URL(url), {
      cacheMaxAge: KEYS_CACHED_MS,
      cooldownDuration: UNKNOWN_KEY_PAUSE_MS,
      [customFetch]: async (address: string) => {
        const answer = await http({ method: 'GET', url: address, timeoutMs: 5_000 });
        if (answer.kind !== 'answered') throw new KeysAway(answer.reason);
        return new Response(answer.text, { status: answer.status });
      },
    }),
  );
}

/** Whether no sign-in was made with the nonce yet, by any process; a token is good for a day at most. */
async function isFirstUse({ db }: Pick<Context, 'db'>, nonce: string): Promise<boolean> {
  const key = `google-nonce:${createHash('sha256').update(nonce).digest('base64url')}`;
  const taken = await consumeRateLimit(db, key, { limit: 1, periodMs: LIFETIME_SECONDS * 1000 });
  return taken.isAllowed;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Sim } from '../../sim/sim.ts';
import { IikoError } from './errors.ts';
import type { Login } from './state.ts';
import { nextUuid } from './uuids.ts';

/** How long a token is good for; there is no refresh call. */
const LIFETIME_S = 3600;
const SIGNING_KEY = 'iiko-demo-signing-key';
const Claims = z.object({ login: z.string(), kind: z.string(), iat: z.number(), exp: z.number() });

/** A JWT of one hour by the world's clock. */
export function issueToken(sim: Sim, login: Login): string {
  const iat = Math.floor(sim.clock.now() / 1000);
  // `iat` in milliseconds beside the usual one, so that a token issued in the second of a revocation is distinguishable.
  const claims = { login: login.key, kind: login.kind, iat, exp: iat + LIFETIME_S, jti: nextUuid(sim.ids) };
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, issuedAtMs: sim.clock.now() })}`;
  return `${head}.${sign(head)}`;
}

/**
 * The login that a token was issued to.
 *
 * @throws {IikoError} 401 when it is forged, over, or was revoked with its login
 */
export function loginOfToken(sim: Sim, token: string): Login {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const expected = sign(`${head}.${claims}`);
  const isAuthentic =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  if (!isAuthentic) throw refused('Token is not valid');
  const {
    login: key,
    kind,
    exp,
    issuedAtMs,
  } = Claims.extend({ issuedAtMs: z.number() }).parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  if (exp * 1000 <= sim.clock.now()) throw refused('Token has expired');
  const login = sim.state.iiko.logins.find((one) => one.key === key && one.kind === kind);
  if (!login || login.isBlocked || issuedAtMs < login.revokedBefore) throw refused('Token has been revoked');
  return login;
}

const refused = (message: string) => new IikoError(401, message, 'UNAUTHORIZED');
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string) => createHmac('sha256', SIGNING_KEY).update(text).digest('base64url');

import { SignJWT, importJWK } from 'jose';
import { createPublicKey } from 'node:crypto';
import type { Sim } from '../sim/sim.ts';
import { type GoogleAccount, type SigningKey, newKey } from './state.ts';

export type TokenOrder = {
  account: GoogleAccount;
  aud: string;
  nonce?: string | undefined;
  /** Claims that replace the right ones, to make bad tokens. */
  claims?: Record<string, unknown>;
  alg?: 'RS256' | 'none' | 'HS256';
  kid?: string | undefined;
  foreignKey?: boolean;
};

const LIFETIME_S = 3600;

/** An ID token as Google signs it, or a bad one on request. */
export async function mintToken(sim: Sim, order: TokenOrder): Promise<string> {
  const { account, aud, nonce, alg = 'RS256' } = order;
  const iat = Math.floor(sim.clock.now() / 1000);
  const [given = '', family = ''] = account.name.split(' ');
  const claims: Record<string, unknown> = {
    iss: 'https://accounts.google.com',
    sub: account.sub,
    aud,
    azp: aud,
    iat,
    exp: iat + LIFETIME_S,
    email: account.email,
    email_verified: account.verified,
    name: account.name,
    given_name: given,
    family_name: family,
    picture: '',
    locale: 'ru',
    jti: sim.ids.hex('google.jti', 40),
    ...(nonce !== undefined && { nonce }),
    ...order.claims,
  };
  const key = order.foreignKey ? newKey('foreign') : signingKey(sim);
  const kid = order.kid ?? key.kid;
  if (alg === 'none') return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
  const secret = alg === 'HS256' ? publicPem(key) : await importJWK(key.privateJwk, 'RS256');
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(secret);
}

function signingKey(sim: Sim): SigningKey {
  const key = sim.state.google.keys.at(-1);
  if (!key) throw new Error('Google has no key');
  return key;
}

/** The secret of the classic attack: the public key taken for an HMAC secret. */
const publicPem = ({ publicJwk }: SigningKey) =>
  Buffer.from(createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }));

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

import { jwtVerify, SignJWT } from 'jose';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { MemberRole, MemberId, TenantId } from '#contract/tenants/ids.ts';
import { SessionId } from '#contract/auth/sessions.ts';
import { TokenRole } from '#contract/auth/calls.ts';
import { joinTenantToken, tenantOfToken } from '#server/platform/secrets/tenant-token.ts';
import { digest, sameSecret, type Vault } from '#server/platform/secrets/vault.ts';
import { ACCESS_MINUTES } from '#server/auth/members/rules.ts';

type Signer = { vault: Pick<Vault, 'sign'> };

const ISSUER = 'frontdesk';
const ALGORITHM = 'HS256';

/** Claims of an access token; `role` is the specification's role claim. */
const Claims = z.object({
  sub: MemberId,
  tenant: TenantId,
  sid: SessionId,
  role: TokenRole,
  member_role: MemberRole,
});
export type Claims = z.infer<typeof Claims>;

export function signAccess({ vault }: Signer, { sub, ...claims }: Claims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_MINUTES} minutes`)
    .sign(accessKey(vault));
}

const DatedClaims = Claims.extend({ exp: z.int() });

/** @returns null when it is not ours, was changed, or is over; `exp` is in seconds */
export async function readAccess({ vault }: Signer, token: string): Promise<z.infer<typeof DatedClaims> | null> {
  try {
    const { payload } = await jwtVerify(token, accessKey(vault), { issuer: ISSUER, algorithms: [ALGORITHM] });
    const claims = DatedClaims.safeParse(payload);
    return claims.success ? claims.data : null;
  } catch {
    return null;
  }
}

function accessKey(vault: Pick<Vault, 'sign'>): Buffer {
  return vault.sign('access-token', 'key');
}

const SESSION_BYTES = 16;
const BODY_BYTES = 24;
const MARK_BYTES = 12;

export type RefreshToken = { tenantId: TenantId; sessionId: SessionId; hash: Buffer };

/** The first refresh token of a session: tenant, session, 24 random bytes, and our mark on them. */
export function newRefreshToken(signer: Signer, tenantId: TenantId, sessionId: SessionId): string {
  return refreshToken(signer, tenantId, sessionId, randomBytes(BODY_BYTES));
}

/**
 * Derives the successor of a refresh token. Every process derives the same one, and only with the configuration's key,
 * so no token is stored.
 */
export function successorOf(signer: Signer, token: string, { tenantId, sessionId }: RefreshToken): string {
  const body = signer.vault.sign('refresh-successor', token).subarray(0, BODY_BYTES);
  return refreshToken(signer, tenantId, sessionId, body);
}

/** @returns null when we never made it: a made-up token ends nobody's session */
export function readRefreshToken({ vault }: Signer, token: string): RefreshToken | null {
  const tenantId = tenantOfToken(token);
  if (!tenantId) return null;
  const secret = Buffer.from(token, 'base64url').subarray(SESSION_BYTES); // NOTE: the tenant's id is as long
  if (secret.length !== SESSION_BYTES + BODY_BYTES + MARK_BYTES) return null;
  const marked = secret.subarray(0, SESSION_BYTES + BODY_BYTES);
  if (!sameSecret(secret.subarray(marked.length), markOf(vault, tenantId, marked))) return null;
  const hex = secret.subarray(0, SESSION_BYTES).toString('hex');
  const sessionId = SessionId.parse(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  return { tenantId, sessionId, hash: digest(token) };
}

function refreshToken({ vault }: Signer, tenantId: TenantId, sessionId: SessionId, body: Buffer): string {
  const marked = Buffer.concat([Buffer.from(sessionId.replaceAll('-', ''), 'hex'), body]);
  return joinTenantToken(tenantId, Buffer.concat([marked, markOf(vault, tenantId, marked)]));
}

function markOf(vault: Pick<Vault, 'sign'>, tenantId: TenantId, marked: Buffer): Buffer {
  return vault.sign('refresh-mark', `${tenantId}:${marked.toString('hex')}`).subarray(0, MARK_BYTES);
}

import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { SupportSessionId } from '#contract/auth/support.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';
import { LONGEST_SUPPORT_MINUTES } from './rules.ts';

type Signer = { vault: Pick<Vault, 'sign'> };

const ISSUER = 'frontdesk-support';
const ALGORITHM = 'HS256';

/** Claims of the access token of a support session: `act` is the admin, `sub` the member, `sid` the session (RFC 8693). */
const Claims = z.object({ sub: MemberId, tenant: TenantId, sid: SupportSessionId, act: z.object({ sub: MemberId }) });
export type SupportClaims = z.infer<typeof Claims>;

/** Signs the only token of a support session. It has a key of its own and lasts as long as the session may at most. */
export function signSupport({ vault }: Signer, { sub, ...claims }: SupportClaims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime(`${LONGEST_SUPPORT_MINUTES} minutes`)
    .sign(keyOf(vault));
}

/** @returns null when it is no token of a support session, was changed, or is over */
export async function readSupport({ vault }: Signer, token: string): Promise<SupportClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(vault), { issuer: ISSUER, algorithms: [ALGORITHM] });
    return Claims.safeParse(payload).data ?? null;
  } catch {
    return null;
  }
}

function keyOf(vault: Pick<Vault, 'sign'>): Buffer {
  return vault.sign('support-token', 'key');
}

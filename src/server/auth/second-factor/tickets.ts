import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';

type Signer = { vault: Pick<Vault, 'sign'> };

const TICKET_MINUTES = 10;
const ALGORITHM = 'HS256';
const ISSUER = 'frontdesk-second-factor';

/** Says that a member passed the first factor; `stamp` stands for the password it was passed with. */
const Ticket = z.object({ sub: MemberId, tenant: TenantId, stamp: z.string() });
export type Ticket = z.infer<typeof Ticket>;

export function signTicket({ vault }: Signer, { sub, ...claims }: Ticket): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime(`${TICKET_MINUTES} minutes`)
    .sign(vault.sign('second-factor-ticket', 'key'));
}

/** @returns null when it is not ours, was changed, or is over */
export async function readTicket({ vault }: Signer, ticket: string): Promise<Ticket | null> {
  try {
    const key = vault.sign('second-factor-ticket', 'key');
    const { payload } = await jwtVerify(ticket, key, { issuer: ISSUER, algorithms: [ALGORITHM] });
    return Ticket.safeParse(payload).data ?? null;
  } catch {
    return null;
  }
}

/** Changes with the password: a ticket of the former one is over. */
export function stampOf({ vault }: Signer, memberId: MemberId, passwordHash: string | null): string {
  return vault.sign('second-factor-stamp', `${memberId}:${passwordHash ?? ''}`).toString('base64url');
}

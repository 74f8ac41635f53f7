import { TenantId } from '#contract/tenants/ids.ts';
import { type Signer, signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';

/** The subject of a link of the page; `review`: a review that began on a page without a subject. */
export type TokenKind = 'visit' | 'order' | 'contact' | 'widget' | 'review';

/** Kinds of links that name what is reviewed. */
export const KINDS: readonly TokenKind[] = ['visit', 'order', 'contact', 'review'];

export type ReviewToken = { kind: TokenKind; tenantId: TenantId; id: string };

const purposeOf = (kind: TokenKind) => `review-${kind}`;

/** The address of a review page; it cannot be guessed, and names its tenant. */
export function reviewToken(ctx: Signer, tenantId: TenantId, subject: { kind: TokenKind; id: string }): string {
  return signIds(ctx, purposeOf(subject.kind), [tenantId, subject.id]);
}

/** @returns null unless we made it */
export function readReviewToken(ctx: Signer, token: string, kinds: readonly TokenKind[] = KINDS): ReviewToken | null {
  for (const kind of kinds) {
    const ids = verifyIds(ctx, purposeOf(kind), token, 2);
    if (ids) return { kind, tenantId: TenantId.parse(ids[0]), id: String(ids[1]) };
  }
  return null;
}

import { ContactId } from '#contract/contacts/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { type Signer, signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';

/** Builds the signed token of one contact of one business: the last part of `/il/{encUserGuid}`. */
export function ignoreLinkToken(ctx: Signer, tenantId: TenantId, contactId: ContactId): string {
  return signIds(ctx, 'ignore-link', [tenantId, contactId]);
}

/** @returns null when the signature is invalid */
export function readIgnoreToken(ctx: Signer, token: string): { tenantId: TenantId; contactId: ContactId } | null {
  const ids = verifyIds(ctx, 'ignore-link', token, 2);
  return ids && { tenantId: TenantId.parse(ids[0]), contactId: ContactId.parse(ids[1]) };
}

/** @param origin of the brand the link is sent for, e.g. `https://app.frontdesk.example` */
export function ignoreLinkUrl(ctx: Signer, tenantId: TenantId, contactId: ContactId, origin: string): string {
  return `${origin}/il/${ignoreLinkToken(ctx, tenantId, contactId)}`;
}

/**
 * Builds the token of a start link, which identifies the contact: 38 of Telegram's 64 characters. The channel
 * determines the tenant; the signature is valid for that tenant alone.
 */
export function startToken(ctx: Signer, tenantId: TenantId, contactId: ContactId): string {
  return signIds(ctx, `start:${tenantId}`, [contactId]);
}

/** Returns the contact a start link was made for; null when the signature is not ours or another tenant's. */
export function readStartToken(ctx: Signer, tenantId: TenantId, token: string): ContactId | null {
  const ids = verifyIds(ctx, `start:${tenantId}`, token, 1);
  return ids && ContactId.parse(ids[0]);
}

import { TenantId } from '#contract/tenants/ids.ts';
import { SlotOfferId } from '#contract/waitlist/calls.ts';
import { type Signer, signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';

/** The address of an offer's page. @param origin of the brand, e.g. `https://app.frontdesk.example` */
export function slotUrl(ctx: Signer, tenantId: TenantId, offerId: SlotOfferId, origin: string): string {
  return `${origin}/slot/${signIds(ctx, 'slot-offer', [tenantId, offerId])}`;
}

/** @returns null unless we made the token */
export function readSlotToken(ctx: Signer, token: string): { tenantId: TenantId; offerId: SlotOfferId } | null {
  const ids = verifyIds(ctx, 'slot-offer', token, 2);
  return ids && { tenantId: TenantId.parse(ids[0]), offerId: SlotOfferId.parse(ids[1]) };
}

/** The address of the page that a test message leads to: an offer of an invented slot. */
export function exampleUrl(ctx: Signer, tenantId: TenantId, origin: string): string {
  return `${origin}/slot/${signIds(ctx, 'slot-example', [tenantId])}`;
}

/** @returns null unless we made the token */
export function readExampleToken(ctx: Signer, token: string): TenantId | null {
  const ids = verifyIds(ctx, 'slot-example', token, 1);
  return ids && TenantId.parse(ids[0]);
}

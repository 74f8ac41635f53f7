import { BookingButtonId } from '#contract/booking/buttons.ts';
import { OnlineBookingId } from '#contract/booking/online.ts';
import { TableRequestId } from '#contract/booking/table-requests.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { type Signer, signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';

/** Builds the signed token of one visit of one business: the last part of `/visit/{token}`. */
export function visitToken(ctx: Signer, tenantId: TenantId, visitId: VisitId): string {
  return signIds(ctx, 'visit-page', [tenantId, visitId]);
}

/** @returns null when the signature is invalid */
export function readVisitToken(ctx: Signer, token: string): { tenantId: TenantId; visitId: VisitId } | null {
  const ids = verifyIds(ctx, 'visit-page', token, 2);
  return ids && { tenantId: TenantId.parse(ids[0]), visitId: VisitId.parse(ids[1]) };
}

/** @param origin of the brand the link is sent for, e.g. `https://app.frontdesk.example` */
export function visitPageUrl(ctx: Signer, tenantId: TenantId, visitId: VisitId, origin: string): string {
  return `${origin}/visit/${visitToken(ctx, tenantId, visitId)}`;
}

/** Builds the signed token of a booking button: the last part of `/book/{code}`. */
export function bookingToken(ctx: Signer, tenantId: TenantId, buttonId: BookingButtonId): string {
  return signIds(ctx, 'booking-button', [tenantId, buttonId]);
}

/** @returns null when the signature is invalid */
export function readBookingToken(ctx: Signer, token: string): { tenantId: TenantId; buttonId: BookingButtonId } | null {
  const ids = verifyIds(ctx, 'booking-button', token, 2);
  return ids && { tenantId: TenantId.parse(ids[0]), buttonId: BookingButtonId.parse(ids[1]) };
}

/** Builds the signed token of a request for a table: the last part of `/book/{code}/{request}`. */
export function requestToken(ctx: Signer, tenantId: TenantId, requestId: TableRequestId): string {
  return signIds(ctx, 'table-request', [tenantId, requestId]);
}

/** @returns null when the signature is invalid */
export function readRequestToken(ctx: Signer, token: string): { tenantId: TenantId; requestId: TableRequestId } | null {
  const ids = verifyIds(ctx, 'table-request', token, 2);
  return ids && { tenantId: TenantId.parse(ids[0]), requestId: TableRequestId.parse(ids[1]) };
}

/** Builds the signed token of a visit booked on a button's page: the last part of `/book/{code}/{booking}`. */
export function onlineToken(ctx: Signer, tenantId: TenantId, bookingId: OnlineBookingId): string {
  return signIds(ctx, 'online-booking', [tenantId, bookingId]);
}

/** @returns null when the signature is invalid */
export function readOnlineToken(ctx: Signer, token: string): { tenantId: TenantId; bookingId: OnlineBookingId } | null {
  const ids = verifyIds(ctx, 'online-booking', token, 2);
  return ids && { tenantId: TenantId.parse(ids[0]), bookingId: OnlineBookingId.parse(ids[1]) };
}

import { randomBytes } from 'node:crypto';
import { TenantId } from '#contract/tenants.ts';

const TENANT_BYTES = 16;
const SECRET_BYTES = 24;

/**
 * A secret that says whose it is: the tenant's id, then 24 random bytes, in base64url.
 *
 * Webhook addresses and refresh tokens are such secrets: the tenant is known before anything is looked up, so
 * the lookup is bound to the tenant like any other.
 */
export function newTenantToken(tenantId: TenantId): string {
  return joinTenantToken(tenantId, randomBytes(SECRET_BYTES));
}

/** A token with given bytes instead of random ones, where the same must come out twice. */
export function joinTenantToken(tenantId: TenantId, secret: Buffer): string {
  return Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), secret]).toString('base64url');
}

/** @returns the tenant a token claims to be of, or null when it is no such token */
export function tenantOfToken(token: string): TenantId | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < TENANT_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const hex = bytes.subarray(0, TENANT_BYTES).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const parsed = TenantId.safeParse(id);
  return parsed.success ? parsed.data : null;
}

import { randomBytes } from 'node:crypto';
import { TenantId } from '#contract/tenants/ids.ts';

const TENANT_BYTES = 16;
const SECRET_BYTES = 24;

/**
 * A secret that contains its tenant's id: the id, then 24 random bytes, in base64url.
 *
 * Webhook addresses and refresh tokens are such secrets: the tenant is known before the first query, so the query is
 * bound to the tenant like any other.
 */
export function newTenantToken(tenantId: TenantId): string {
  return joinTenantToken(tenantId, randomBytes(SECRET_BYTES));
}

/** Creates a token from given bytes instead of random ones, where the result must be the same each time. */
export function joinTenantToken(tenantId: TenantId, secret: Buffer): string {
  return Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), secret]).toString('base64url');
}

/** @returns the tenant id in the token, or null when it is malformed */
export function tenantOfToken(token: string): TenantId | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < TENANT_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const hex = bytes.subarray(0, TENANT_BYTES).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const parsed = TenantId.safeParse(id);
  return parsed.success ? parsed.data : null;
}

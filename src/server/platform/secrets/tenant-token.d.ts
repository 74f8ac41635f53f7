import { TenantId } from '#contract/tenants/ids.ts';
/**
 * A secret that contains its tenant's id: the id, then 24 random bytes, in base64url.
 *
 * Webhook addresses and refresh tokens are such secrets: the tenant is known before the first query, so the query is
 * bound to the tenant like any other.
 */
export declare function newTenantToken(tenantId: TenantId): string;
/** Creates a token from given bytes instead of random ones, where the result must be the same each time. */
export declare function joinTenantToken(tenantId: TenantId, secret: Buffer): string;
/** @returns the tenant id in the token, or null when it is malformed */
export declare function tenantOfToken(token: string): TenantId | null;

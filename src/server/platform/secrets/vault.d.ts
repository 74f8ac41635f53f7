import type { TenantId } from '#contract/tenants/ids.ts';
/**
 * Encrypts credentials of connections and signs tokens and links. All keys are derived from one key of the
 * configuration.
 */
export type Vault = {
    /** Encrypts a JSON value for one tenant; it cannot be decrypted with another tenant's id. */
    seal(tenantId: TenantId, secret: unknown): Buffer;
    /** @throws when the box was sealed for another tenant or with another key */
    open(tenantId: TenantId, box: Buffer): unknown;
    /** Returns a keyed digest for tokens and links, separate for each purpose. */
    sign(purpose: string, text: string): Buffer;
};
/** @param secretKey at least 32 bytes of randomness, in hex or base64 */
export declare function openVault(secretKey: string): Vault;
/** Creates a random secret that fits a URL: 32 bytes. */
export declare function newSecret(): string;
/** The stored form of a secret that is only ever compared. */
export declare function digest(secret: string): Buffer;
/** Compares in constant time. */
export declare function sameSecret(left: string | Buffer, right: string | Buffer): boolean;

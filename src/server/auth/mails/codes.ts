import { randomUUIDv7 } from 'node:crypto';
import type { TenantId } from '#contract/tenants/ids.ts';
import { joinTenantToken, tenantOfToken } from '#server/platform/secrets/tenant-token.ts';
import { sameSecret, type Vault } from '#server/platform/secrets/vault.ts';

type Signer = { vault: Pick<Vault, 'sign'> };

const ID_BYTES = 16;
const SECRET_BYTES = 24;

export function newCodeId(): string {
  return randomUUIDv7();
}

/** The code a mail's link carries, made from its row's id: it can be made when the mail is sent, and is kept nowhere. */
export function codeOf({ vault }: Signer, tenantId: TenantId, id: string): string {
  const secret = vault.sign('mail-code', `${tenantId}:${id}`).subarray(0, SECRET_BYTES);
  return joinTenantToken(tenantId, Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), secret]));
}

/** @returns the row a code names, or null when we did not make it */
export function readCode(signer: Signer, code: string): { tenantId: TenantId; id: string } | null {
  const tenantId = tenantOfToken(code);
  if (!tenantId) return null;
  const bytes = Buffer.from(code, 'base64url').subarray(ID_BYTES); // NOTE: the tenant's id is as long
  const hex = bytes.subarray(0, ID_BYTES).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return sameSecret(code, codeOf(signer, tenantId, id)) ? { tenantId, id } : null;
}

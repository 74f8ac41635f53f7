import { sameSecret, type Vault } from './vault.ts';

export type Signer = { vault: Pick<Vault, 'sign'> };

const ID_BYTES = 16;
const SIGNATURE_BYTES = 12;

/**
 * Signs ids as one short token in base64url: 38 characters for one id, 59 for two.
 *
 * @param purpose a token made for one purpose is invalid for another
 */
export function signIds({ vault }: Signer, purpose: string, ids: readonly string[]): string {
  const body = Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
  return Buffer.concat([body, signatureOf(vault, purpose, body)]).toString('base64url');
}

/** @returns null unless we made the token, for this purpose and this number of ids */
export function verifyIds({ vault }: Signer, purpose: string, token: string, count: number): string[] | null {
  const bytes = Buffer.from(token, 'base64url');
  const body = bytes.subarray(0, count * ID_BYTES);
  if (bytes.length !== body.length + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null;
  if (!sameSecret(bytes.subarray(body.length), signatureOf(vault, purpose, body))) return null;
  return Array.from({ length: count }, (_, index) => idOf(body.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)));
}

function signatureOf(vault: Pick<Vault, 'sign'>, purpose: string, body: Buffer): Buffer {
  return vault.sign(purpose, body.toString('hex')).subarray(0, SIGNATURE_BYTES);
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

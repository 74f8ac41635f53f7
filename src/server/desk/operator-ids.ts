import { createHash } from 'node:crypto';

/** The sender of the answers of one person of a desk; the same for the same name. */
export function senderIdOf(connectionId: string, name: string): string {
  const hash = createHash('sha256').update(`desk:${connectionId}:${name}`).digest('hex');
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export type ImageKind = { mime: 'image/png' | 'image/jpeg'; extension: 'png' | 'jpg' };

/** What an image is by its first bytes, whatever its name says; null for anything but PNG and JPEG. */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  if (beginsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return { mime: 'image/png', extension: 'png' };
  if (beginsWith(bytes, [0xff, 0xd8, 0xff])) return { mime: 'image/jpeg', extension: 'jpg' };
  return null;
}

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

import { Readable } from 'node:stream';
import type { Upload } from '#server/texts/attachments/attachment-actions.ts';

/** A file on its way in, whole at once. */
export function anUpload(name: string, bytes: Buffer): Upload {
  return {
    name,
    bytes: Readable.from([bytes]),
    expectedBytes: bytes.length,
    maxMegabytes: 20,
    isTruncated: () => false,
  };
}

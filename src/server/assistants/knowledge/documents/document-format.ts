import type { FileKind, KindDetector } from '#server/texts/attachments/attachment-rules.ts';

/** Containers of documents: PDF; ZIP of Office since 2007; OLE of Office before, or of an encrypted file of either. */
export type DocumentFormat = 'pdf' | 'package' | 'compound';

type Signature = { format: DocumentFormat; bytes: readonly number[]; kind: FileKind };

const SIGNATURES: readonly Signature[] = [
  { format: 'pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], kind: { mime: 'application/pdf', extension: 'pdf' } },
  {
    format: 'package',
    bytes: [0x50, 0x4b, 0x03, 0x04],
    kind: { mime: 'application/vnd.openxmlformats-officedocument', extension: 'docx' },
  },
  {
    format: 'compound',
    bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    kind: { mime: 'application/x-ole-storage', extension: 'doc' },
  },
];

const LONGEST_SIGNATURE = 8;

/** Detects a container by its first bytes, not by the name of the file; its content is found when it is read. */
export function detectDocumentContainer(): KindDetector {
  let start = Buffer.alloc(0);
  const found = () => SIGNATURES.find(({ bytes }) => start.subarray(0, bytes.length).equals(Buffer.from(bytes)));
  return {
    take(bytes) {
      if (start.length < LONGEST_SIGNATURE) start = Buffer.concat([start, bytes.subarray(0, LONGEST_SIGNATURE)]);
      return start.length < LONGEST_SIGNATURE || found() !== undefined;
    },
    kind: () => found()?.kind ?? null,
  };
}

/** The format that a stored file was detected as; null for a file of something else. */
export function formatOfMime(mime: string): DocumentFormat | null {
  return SIGNATURES.find(({ kind }) => kind.mime === mime)?.format ?? null;
}

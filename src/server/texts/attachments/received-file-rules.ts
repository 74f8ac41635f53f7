import type { FileKind, KindDetector } from './attachment-rules.ts';

/** Kinds of received files that a browser shows in place; everything else is a download. */
export const INLINE_MIMES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'video/mp4',
  'audio/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/wav',
  'audio/amr',
]);

/** The kind of a file, as its messenger declares it. */
export type DeclaredKind = 'image' | 'voice' | 'file';

/** Detects a received file by its bytes; `size` is that of an image, where its first bytes contain it. */
export type ReceivedDetector = KindDetector & { size(): { width: number; height: number } | null };

/** Bytes that are kept to detect a file: a JPEG's size may come after a preview. */
const HEAD_BYTES = 131_072;

/**
 * Detects a received file by its bytes. Something that is said to be an image or a voice message must be one: a script
 * named as a picture is none. Other files may be of any kind; what is not known is kept as bytes.
 */
export function detectReceived(declaredKind: DeclaredKind, name: string | null): ReceivedDetector {
  let head = Buffer.alloc(0);
  return {
    take(bytes) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, bytes.subarray(0, HEAD_BYTES - head.length)]);
      return true;
    },
    kind() {
      if (head.length === 0) return null;
      const found = kindOf(head);
      if (declaredKind === 'image') return found && /^(image|video)\//.test(found.mime) ? found : null;
      if (declaredKind === 'voice') return found && /^(audio|video)\//.test(found.mime) ? asAudio(found) : null;
      return found ?? { mime: 'application/octet-stream', extension: extensionOf(name) };
    },
    size: () => imageSize(head),
  };
}

/** MP4 is a container for both: the declared kind decides. */
const asAudio = (kind: FileKind): FileKind =>
  kind.mime === 'video/mp4' ? { mime: 'audio/mp4', extension: 'm4a' } : kind;

function extensionOf(name: string | null): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name ?? '')?.[1]?.toLowerCase() ?? 'bin';
}

type Signature = FileKind & { at?: number; bytes: string };

/** Signatures in Latin-1, by their place. */
const SIGNATURES: readonly Signature[] = [
  { mime: 'image/png', extension: 'png', bytes: '\x89PNG\r\n\x1a\n' },
  { mime: 'image/jpeg', extension: 'jpg', bytes: '\xff\xd8\xff' },
  { mime: 'image/gif', extension: 'gif', bytes: 'GIF8' },
  { mime: 'image/webp', extension: 'webp', bytes: 'WEBP', at: 8 },
  { mime: 'audio/wav', extension: 'wav', bytes: 'WAVE', at: 8 },
  { mime: 'audio/mp4', extension: 'm4a', bytes: 'ftypM4A', at: 4 },
  { mime: 'video/mp4', extension: 'mp4', bytes: 'ftyp', at: 4 },
  { mime: 'audio/ogg', extension: 'ogg', bytes: 'OggS' },
  { mime: 'audio/amr', extension: 'amr', bytes: '#!AMR' },
  { mime: 'audio/mpeg', extension: 'mp3', bytes: 'ID3' },
  { mime: 'application/pdf', extension: 'pdf', bytes: '%PDF-' },
];

function kindOf(head: Buffer): FileKind | null {
  const known = SIGNATURES.find(({ bytes, at = 0 }) => head.toString('latin1', at, at + bytes.length) === bytes);
  if (known) return { mime: known.mime, extension: known.extension };
  const [first = 0, second = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const isAac = (second & 0xf6) === 0xf0;
  return isAac ? { mime: 'audio/aac', extension: 'aac' } : { mime: 'audio/mpeg', extension: 'mp3' };
}

/** The size of an image in pixels, from its first bytes; null where they do not contain it. */
export function imageSize(head: Buffer): { width: number; height: number } | null {
  const kind = kindOf(head)?.mime;
  const of = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : null);
  if (kind === 'image/png' && head.length >= 24) return of(head.readUInt32BE(16), head.readUInt32BE(20));
  if (kind === 'image/gif' && head.length >= 10) return of(head.readUInt16LE(6), head.readUInt16LE(8));
  if (kind === 'image/webp' && head.length >= 30) return webpSize(head, of);
  return kind === 'image/jpeg' ? jpegSize(head, of) : null;
}

type Sized = (width: number, height: number) => { width: number; height: number } | null;

function webpSize(head: Buffer, of: Sized) {
  const form = head.toString('latin1', 12, 16);
  if (form === 'VP8 ') return of(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff);
  if (form === 'VP8X') return of(head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1);
  if (form !== 'VP8L') return null;
  const bits = head.readUInt32LE(21);
  return of((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

/** Walks the segments of a JPEG to its frame. */
function jpegSize(head: Buffer, of: Sized) {
  for (let at = 2; at + 9 < head.length && head[at] === 0xff;) {
    const marker = head[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return of(head.readUInt16BE(at + 7), head.readUInt16BE(at + 5));
    at += 2 + head.readUInt16BE(at + 2);
  }
  return null;
}

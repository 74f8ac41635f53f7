import {
  DOCUMENT_EXTENSIONS,
  MEDIA_EXTENSIONS,
  type DocumentExtension,
  type MediaExtension,
} from '#contract/channels/limits.ts';

export type FileKind = { mime: string; extension: string };

/** Detects a file's type while its bytes pass; it keeps a few of them, never the file. */
export type KindDetector = {
  /** @returns false once the file can be of no allowed type */
  take(bytes: Uint8Array): boolean;
  /** The type, after the last byte; null for one that is not allowed. */
  kind(): FileKind | null;
};

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
/** The container of Word, Excel and PowerPoint before 2007. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Detects an image's type by its first bytes, not by its name; null for anything but PNG and JPEG. */
export function detectImage(): KindDetector {
  const [png, jpeg] = [beginsWith(PNG), beginsWith(JPEG)];
  return {
    take: (bytes) => [png.take(bytes), jpeg.take(bytes)].includes(true),
    kind() {
      if (png.isMet()) return { mime: 'image/png', extension: 'png' };
      return jpeg.isMet() ? { mime: 'image/jpeg', extension: 'jpg' } : null;
    },
  };
}

/**
 * Detects a document's type: its extension must be in `DOCUMENT_EXTENSIONS`, and its bytes must match. Anything else is
 * none, e.g. an executable named as a PDF.
 */
export function detectDocument(name: string): KindDetector {
  const ending = name.toLowerCase().split('.').at(-1);
  const extension = DOCUMENT_EXTENSIONS.find((one) => one === ending);
  if (!extension) return { take: () => false, kind: () => null };
  const { mime, check } = DOCUMENTS[extension];
  const content = check();
  return { take: (bytes) => content.take(bytes), kind: () => (content.isMet() ? { mime, extension } : null) };
}

/** Detects a video or sound: its extension must be in `MEDIA_EXTENSIONS`, and its first bytes must match. */
export function detectMedia(name: string): KindDetector {
  const ending = name.toLowerCase().split('.').at(-1);
  const extension = MEDIA_EXTENSIONS.find((one) => one === ending);
  if (!extension) return { take: () => false, kind: () => null };
  const { mime, isMet } = MEDIA[extension];
  let head = Buffer.alloc(0);
  return {
    take(bytes) {
      if (head.length < MEDIA_HEAD_BYTES) head = Buffer.concat([head, bytes.subarray(0, MEDIA_HEAD_BYTES)]);
      return head.length < MEDIA_HEAD_BYTES || isMet(head.toString('latin1'));
    },
    kind: () => (isMet(head.toString('latin1')) ? { mime, extension } : null),
  };
}

/** Enough for the first page of an OGG file with the name of its codec. */
const MEDIA_HEAD_BYTES = 64;

/** @property isMet whether the first bytes, in Latin-1, are of the type */
const MEDIA: Readonly<Record<MediaExtension, { mime: string; isMet: (head: string) => boolean }>> = {
  // QuickTime is the same container with codecs that phones may not have.
  mp4: { mime: 'video/mp4', isMet: (head) => head.startsWith('ftyp', 4) && !/^(qt {2}|M4A |M4B )/.test(head.slice(8)) },
  m4a: { mime: 'audio/mp4', isMet: (head) => head.startsWith('ftyp', 4) && !head.startsWith('qt  ', 8) },
  mp3: { mime: 'audio/mpeg', isMet: (head) => head.startsWith('ID3') || /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(head) },
  // Messengers play Opus alone.
  ogg: { mime: 'audio/ogg', isMet: (head) => head.startsWith('OggS') && head.includes('OpusHead') },
};

/** A condition on bytes that come in pieces. */
type ByteCheck = { take(bytes: Uint8Array): boolean; isMet(): boolean };

type Document = { mime: string; check: () => ByteCheck };

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

const DOCUMENTS: Readonly<Record<DocumentExtension, Document>> = {
  pdf: { mime: 'application/pdf', check: () => beginsWith(PDF) },
  doc: { mime: 'application/msword', check: () => beginsWith(COMPOUND) },
  xls: { mime: 'application/vnd.ms-excel', check: () => beginsWith(COMPOUND) },
  ppt: { mime: 'application/vnd.ms-powerpoint', check: () => beginsWith(COMPOUND) },
  docx: { mime: `${OPEN_XML}.wordprocessingml.document`, check: () => zipWith('word/') },
  xlsx: { mime: `${OPEN_XML}.spreadsheetml.sheet`, check: () => zipWith('xl/') },
  pptx: { mime: `${OPEN_XML}.presentationml.presentation`, check: () => zipWith('ppt/') },
  txt: { mime: 'text/plain', check: plainText },
};

/**
 * Detects a table: a workbook by its bytes, else text in any encoding, which has none of the signatures of other files.
 * An empty file is an empty table.
 */
export function detectTable(): KindDetector {
  const workbook = zipWith('xl/');
  const others = [PNG, JPEG, PDF, COMPOUND, ZIP].map(beginsWith);
  return {
    take(bytes) {
      return [workbook, ...others].map((check) => check.take(bytes)).length > 0;
    },
    kind() {
      if (workbook.isMet()) return { mime: DOCUMENTS.xlsx.mime, extension: 'xlsx' };
      return others.some((check) => check.isMet()) ? null : { mime: 'text/csv', extension: 'csv' };
    },
  };
}

function beginsWith(signature: readonly number[]): ByteCheck {
  let [matched, isWrong] = [0, false];
  return {
    take(bytes) {
      for (let at = 0; at < bytes.length && matched < signature.length && !isWrong; at += 1) {
        if (bytes[at] === signature[matched]) matched += 1;
        else isWrong = true;
      }
      return !isWrong;
    },
    isMet: () => matched === signature.length,
  };
}

/** Later formats of Office are ZIP archives with a folder of the program's name. */
function zipWith(folder: string): ByteCheck {
  const archive = beginsWith(ZIP);
  let end = Buffer.alloc(0);
  let hasFolder = false;
  return {
    take(bytes) {
      if (!archive.take(bytes)) return false;
      if (hasFolder) return true;
      const seam = Buffer.concat([end, bytes.subarray(0, folder.length - 1)]);
      hasFolder = seam.includes(folder) || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(folder);
      end = Buffer.concat([end, bytes.subarray(-folder.length)]).subarray(-(folder.length - 1));
      return true;
    },
    isMet: () => archive.isMet() && hasFolder,
  };
}

function plainText(): ByteCheck {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [length, isText] = [0, true];
  const decode = (...given: Parameters<typeof decoder.decode>) => {
    try {
      decoder.decode(...given);
    } catch {
      isText = false;
    }
  };
  return {
    take(bytes) {
      length += bytes.length;
      if (bytes.includes(0)) isText = false;
      if (isText) decode(bytes, { stream: true });
      return isText;
    },
    isMet() {
      if (isText) decode();
      return isText && length > 0;
    },
  };
}

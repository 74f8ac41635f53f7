import { DOCUMENT_EXTENSIONS, type DocumentExtension } from '#contract/channel-limits.ts';

export type FileKind = { mime: string; extension: string };

/** Detects an image's type by its first bytes, not by its name; null for anything but PNG and JPEG. */
export function imageKind(bytes: Uint8Array): FileKind | null {
  if (beginsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return { mime: 'image/png', extension: 'png' };
  if (beginsWith(bytes, [0xff, 0xd8, 0xff])) return { mime: 'image/jpeg', extension: 'jpg' };
  return null;
}

/**
 * Detects a document's type: its extension must be in `DOCUMENT_EXTENSIONS`, and its bytes must match.
 *
 * @returns null for anything else, e.g. an executable named as a PDF
 */
export function documentKind(name: string, bytes: Uint8Array): FileKind | null {
  const ending = name.toLowerCase().split('.').at(-1);
  const extension = DOCUMENT_EXTENSIONS.find((one) => one === ending);
  if (!extension) return null;
  const { mime, isBorneOut } = DOCUMENTS[extension];
  return isBorneOut(bytes) ? { mime, extension } : null;
}

type Document = { mime: string; isBorneOut: (bytes: Uint8Array) => boolean };

const isPdf = (bytes: Uint8Array) => beginsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d]);
/** The container of Word, Excel and PowerPoint before 2007. */
const isOld = (bytes: Uint8Array) => beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Their later formats are ZIP archives with a folder of the program's name. */
const isNew = (folder: string) => (bytes: Uint8Array) =>
  beginsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) && Buffer.from(bytes).includes(folder);

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

const DOCUMENTS: Readonly<Record<DocumentExtension, Document>> = {
  pdf: { mime: 'application/pdf', isBorneOut: isPdf },
  doc: { mime: 'application/msword', isBorneOut: isOld },
  xls: { mime: 'application/vnd.ms-excel', isBorneOut: isOld },
  ppt: { mime: 'application/vnd.ms-powerpoint', isBorneOut: isOld },
  docx: { mime: `${OPEN_XML}.wordprocessingml.document`, isBorneOut: isNew('word/') },
  xlsx: { mime: `${OPEN_XML}.spreadsheetml.sheet`, isBorneOut: isNew('xl/') },
  pptx: { mime: `${OPEN_XML}.presentationml.presentation`, isBorneOut: isNew('ppt/') },
  txt: { mime: 'text/plain', isBorneOut: isPlainText },
};

function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

import { OfficeParser, type OfficeParserAST, type OfficeParserConfig } from 'officeparser';
import { UnreadableFile, type UnreadableReason } from '#server/platform/isolated-readers/unreadable-file.ts';

/** Bounds of an unpacked document, beside those of its process. */
const DECOMPRESSION = {
  maxUncompressedBytes: 300 * 1_048_576,
  maxZipEntries: 5_000,
  maxTableCells: 1_000_000,
  maxXmlElements: 1_500_000,
  maxRepeatedContent: 8 * 1_048_576,
};

type Format = 'pdf' | 'docx' | 'pptx' | 'html';

/** Parses a document with the text alone: no pictures, no other programs. @throws UnreadableFile */
export async function parseDocument(bytes: Buffer, fileType: Format): Promise<OfficeParserAST> {
  const options: OfficeParserConfig = {
    ocr: false,
    extractAttachments: false,
    decompressionLimits: DECOMPRESSION,
    pdfParserConfig: { separateProcess: false, extractTextColor: false },
  };
  try {
    return await OfficeParser.parseOffice(bytes, { ...options, fileType });
  } catch (cause) {
    throw new UnreadableFile(reasonOf(cause), messageOf(cause), { cause });
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function reasonOf(cause: unknown): UnreadableReason {
  const code = (cause as { officeIssue?: { code?: unknown } }).officeIssue?.code;
  if (typeof code !== 'string') return 'damaged';
  if (code.startsWith('PASSWORD_') || code === 'DOCUMENT_DECRYPTION_FAILED') return 'locked';
  return code.includes('LIMIT_EXCEEDED') ? 'too_much' : 'damaged';
}

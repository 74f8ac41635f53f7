import type { ChannelLimits } from '#contract/channels/kind.ts';
import { DOCUMENT_EXTENSIONS, LARGEST_DOCUMENT_MEGABYTES } from '#contract/channels/limits.ts';

const BYTES_PER_MEGABYTE = 1_048_576;
const IMAGE_TYPES = ['image/png', 'image/jpeg'];

/** Files that the browser's dialog offers. */
export const ACCEPTED_FILES = [...IMAGE_TYPES, ...DOCUMENT_EXTENSIONS.map((one) => `.${one}`)].join(',');

type Given = Pick<File, 'name' | 'type' | 'size'>;
type Limits = Pick<ChannelLimits, 'maxImageMegabytes' | 'maxDocumentMegabytes' | 'documentMimes'>;

export type FileCheck =
  | { kind: 'image' | 'document'; problem?: undefined }
  | { problem: 'wrong_type' | 'not_taken' }
  | { problem: 'too_big'; megabytes: number };

/**
 * Checks a file against the channel it would be sent on, before it is uploaded.
 *
 * @param uploadMegabytes largest picture this deployment takes
 */
export function checkFile({ name, type, size }: Given, limits: Limits, uploadMegabytes: number): FileCheck {
  const kind = kindOf(name, type);
  if (!kind) return { problem: 'wrong_type' };
  const { maxImageMegabytes, maxDocumentMegabytes, documentMimes } = limits;
  const ofChannel = kind === 'image' ? maxImageMegabytes : maxDocumentMegabytes;
  if (ofChannel === 0) return { problem: 'not_taken' };
  if (kind === 'document' && documentMimes && !documentMimes.includes(type)) return { problem: 'not_taken' };
  const megabytes = Math.min(ofChannel, kind === 'image' ? uploadMegabytes : LARGEST_DOCUMENT_MEGABYTES);
  return size > megabytes * BYTES_PER_MEGABYTE ? { problem: 'too_big', megabytes } : { kind };
}

function kindOf(name: string, type: string): 'image' | 'document' | null {
  if (IMAGE_TYPES.includes(type)) return 'image';
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  return DOCUMENT_EXTENSIONS.some((one) => one === extension) ? 'document' : null;
}

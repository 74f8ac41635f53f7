import type { ChannelLimits } from '#contract/channels/kind.ts';
import { maxMegabytesOf } from '#contract/channels/file-kinds.ts';
import {
  DOCUMENT_EXTENSIONS,
  LARGEST_DOCUMENT_MEGABYTES,
  LARGEST_MEDIA_MEGABYTES,
  MEDIA_EXTENSIONS,
  type MediaExtension,
} from '#contract/channels/limits.ts';

const BYTES_PER_MEGABYTE = 1_048_576;
const IMAGE_TYPES = ['image/png', 'image/jpeg'];
/** Browsers name the types of sound differently. */
const MEDIA_TYPES: Readonly<Record<MediaExtension, string>> = {
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
};

/** Files that the browser's dialog offers. */
export const ACCEPTED_FILES = [
  ...IMAGE_TYPES,
  ...[...DOCUMENT_EXTENSIONS, ...MEDIA_EXTENSIONS].map((one) => `.${one}`),
].join(',');

type Given = Pick<File, 'name' | 'type' | 'size'>;

type FileKind = 'image' | 'document' | 'media';

export type FileCheck =
  | { kind: FileKind; problem?: undefined }
  | { problem: 'wrong_type' | 'not_taken' }
  | { problem: 'too_big'; megabytes: number };

/**
 * Checks a file against the channel it would be sent on, before it is uploaded.
 *
 * @param uploadMegabytes largest picture this deployment takes
 */
export function checkFile({ name, type, size }: Given, limits: ChannelLimits, uploadMegabytes: number): FileCheck {
  const kind = kindOf(name, type);
  if (!kind) return { problem: 'wrong_type' };
  const ending = mediaEndingOf(name);
  const ofChannel = maxMegabytesOf(limits, ending ? MEDIA_TYPES[ending] : type);
  if (ofChannel === 0) return { problem: 'not_taken' };
  const ofUpload = { image: uploadMegabytes, document: LARGEST_DOCUMENT_MEGABYTES, media: LARGEST_MEDIA_MEGABYTES };
  const megabytes = Math.min(ofChannel, ofUpload[kind]);
  return size > megabytes * BYTES_PER_MEGABYTE ? { problem: 'too_big', megabytes } : { kind };
}

function kindOf(name: string, type: string): FileKind | null {
  if (IMAGE_TYPES.includes(type)) return 'image';
  if (mediaEndingOf(name)) return 'media';
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  return DOCUMENT_EXTENSIONS.some((one) => one === extension) ? 'document' : null;
}

function mediaEndingOf(name: string): MediaExtension | undefined {
  const extension = name.split('.').at(-1)?.toLowerCase();
  return MEDIA_EXTENSIONS.find((one) => one === extension);
}

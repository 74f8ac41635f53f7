import { familyOf } from '#contract/channels/file-kinds.ts';
import type { PhoneMessage } from '#web/ui/preview/PhoneBubble.tsx';

/** A file as a phone shows it: a video or sound is played, any other file named. */
export function attachedFile(
  file: { name: string; mime: string; url: string } | null,
): Pick<PhoneMessage, 'file' | 'media'> {
  if (!file) return {};
  const { name, mime, url } = file;
  const kind = familyOf(mime);
  if (kind === 'video' || kind === 'audio') return { media: { kind, url, name } };
  return { file: { name, size: (name.split('.').at(-1) ?? '').toUpperCase() } };
}

import type { ChannelLimits } from './kind.ts';

export type FileFamily = 'image' | 'video' | 'audio' | 'document';

/** The kind of a file for a channel, by its MIME type. */
export function familyOf(mime: string): FileFamily {
  const family = mime.split('/')[0];
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}

/** The most megabytes that a file of this type may have; 0 where the channel does not take it. */
export function maxMegabytesOf(limits: ChannelLimits, mime: string): number {
  switch (familyOf(mime)) {
    case 'image':
      return limits.maxImageMegabytes;
    case 'video':
      return limits.maxVideoMegabytes;
    case 'audio':
      return limits.audioMimes.includes(mime) ? limits.maxAudioMegabytes : 0;
    case 'document':
      return limits.documentMimes === null || limits.documentMimes.includes(mime) ? limits.maxDocumentMegabytes : 0;
  }
}

/** Whether a file of this type leaves as such with this text; else it is a link in the text. */
export function takesFile(limits: ChannelLimits, mime: string, text: string): boolean {
  if (text.length > limits.maxCaptionLength) return false;
  if (text !== '' && familyOf(mime) === 'audio' && !limits.captionsAudio) return false;
  return maxMegabytesOf(limits, mime) > 0;
}

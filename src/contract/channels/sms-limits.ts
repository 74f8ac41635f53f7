import type { ChannelLimits } from './kind.ts';

/**
 * Limits of every SMS channel: text only. Buttons become numbered answers, and files links in the text.
 *
 * 1,530 characters are ten segments of the GSM alphabet; segments are counted by `sms-size.ts`.
 */
export const SMS_LIMITS = {
  maxTextLength: 1_530,
  maxCaptionLength: 0,
  isBilledByParts: true,
  maxImageMegabytes: 0,
  imageShape: null,
  maxDocumentMegabytes: 0,
  documentMimes: [],
  maxVideoMegabytes: 0,
  maxAudioMegabytes: 0,
  audioMimes: [],
  voiceMimes: [],
  captionsAudio: false,
  hasInbound: true,
  buttons: { answers: 0, urls: 0, calls: 0, canMix: false, withImage: false, maxTitleLength: 0, maxTextLength: 0 },
} as const satisfies ChannelLimits;

import type { ChannelLimits } from './channel-kind.ts';

/**
 * Limits of every SMS channel: words alone. Buttons are numbered answers, and files are links in the text.
 *
 * 1,530 characters are ten parts of the GSM alphabet; parts are counted by `web/ui/sms.ts`.
 */
export const SMS_LIMITS: ChannelLimits = {
  maxTextLength: 1_530,
  maxCaptionLength: 0,
  maxImageMegabytes: 0,
  maxDocumentMegabytes: 0,
  documentMimes: [],
  buttons: { answers: 0, urls: 0, calls: 0, canMix: false, withImage: false, maxTitleLength: 0, maxTextLength: 0 },
};

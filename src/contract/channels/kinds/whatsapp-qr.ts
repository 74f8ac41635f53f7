import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';
import { UNOFFICIAL_WARM_UP } from '#contract/channels/warm-up.ts';

/** A WhatsApp number of a phone, linked by a code through a gateway. */
export const WHATSAPP_QR = {
  connects: 'pairing',
  givesPhoneCode: true,
  isLimited: true,
  title: { isRequired: false, label: 'channels:name', help: 'channels:whatsapp_qr.name_help' },
  fields: [],
  claimedBy: ['phone'],
  wrongSecret: 'signed_out',
  traits: {
    // WhatsApp restricts numbers that write faster than a person; the gateway itself takes 50 per second.
    perSecond: 1,
    burst: 1,
    perPersonMs: 2_000,
    windowHours: null,
    reachesPhones: true,
    echoesReference: false,
    settlesWithinMs: 0,
    lastStatus: 'read',
    optOutScope: 'all',
    mailingsPerDay: 300,
    warmUp: UNOFFICIAL_WARM_UP,
    isMailedByTestUsers: false,
    statusPolls: null,
    lowBalance: null,
    templates: null,
    maxTextLength: 20_000,
    maxCaptionLength: 1_024,
    isBilledByParts: false,
    maxImageMegabytes: 5,
    imageShape: null,
    maxDocumentMegabytes: 100,
    documentMimes: null,
    maxVideoMegabytes: 16,
    maxAudioMegabytes: 16,
    audioMimes: ['audio/ogg', 'audio/mpeg', 'audio/mp4'],
    voiceMimes: ['audio/ogg', 'audio/mpeg', 'audio/mp4'],
    captionsAudio: false,
    hasInbound: true,
    // https://green-api.com/en/docs/api/sending/SendInteractiveButtonsReply/
    buttons: {
      answers: 3,
      urls: 1,
      calls: 1,
      canMix: false,
      withImage: false,
      maxTitleLength: 25,
      maxTextLength: 1024,
    },
  },
  chat: {
    name: 'WhatsApp',
    url: (address, text) => `https://wa.me/${address.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`,
  },
} as const satisfies ChannelKindDeclaration;

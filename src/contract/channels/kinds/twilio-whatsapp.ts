import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';
import { TWILIO_ACCOUNT_FIELDS, TWILIO_ACCOUNT_TRAITS } from './twilio-account.ts';

/** A WhatsApp sender of a Twilio account, or a messaging service with one. */
export const TWILIO_WHATSAPP = {
  connects: 'fields',
  isLimited: true,
  title: { isRequired: false, label: 'channels:twilio.name', help: 'channels:twilio.name_help' },
  fields: [
    ...TWILIO_ACCOUNT_FIELDS,
    { name: 'sender', shape: 'sender', label: 'channels:twilio.sender', help: 'channels:twilio_whatsapp.sender_help' },
  ],
  claimedBy: ['accountSid', 'sender'],
  wrongSecret: 'wrong_auth_token',
  traits: {
    ...TWILIO_ACCOUNT_TRAITS,
    // A new sender sends ten texts a second: https://www.twilio.com/docs/whatsapp/api#rate-limiting
    perSecond: 9,
    windowHours: 24,
    lastStatus: 'read',
    isMailedByTestUsers: false,
    maxTextLength: 1_600,
    maxCaptionLength: 1_024,
    isBilledByParts: false,
    maxImageMegabytes: 5,
    imageShape: null,
    maxDocumentMegabytes: 16,
    documentMimes: ['application/pdf'],
    maxVideoMegabytes: 16,
    maxAudioMegabytes: 16,
    audioMimes: ['audio/ogg', 'audio/mpeg', 'audio/mp4'],
    voiceMimes: ['audio/ogg'],
    captionsAudio: false,
    hasInbound: true,
    // https://www.twilio.com/docs/content/whatsappcard
    templates: {
      nameHasDigits: true,
      maxNameLength: 512,
      maxBodyLength: 1_024,
      maxHeaderLength: 60,
      maxFooterLength: 60,
      headerMedia: [],
      buttons: { total: 10, answers: 10, urls: 2, calls: 1, canMix: true, maxTitleLength: 20 },
      // A submitted template cannot be changed.
      edits: null,
      nameBlockedDays: 30,
      appealUrl: 'https://business.facebook.com/wa/manage/message-templates/',
    },
    // Buttons are content templates, which need no approval within the window:
    // https://www.twilio.com/docs/content/twilio-quick-reply
    buttons: {
      answers: 3,
      urls: 1,
      calls: 0,
      canMix: false,
      withImage: false,
      maxTitleLength: 20,
      maxTextLength: 1_024,
    },
  },
  chat: {
    name: 'WhatsApp',
    url: (address, text) => `https://wa.me/${address.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`,
  },
} as const satisfies ChannelKindDeclaration;

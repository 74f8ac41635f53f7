import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';

/** A WhatsApp Business number at 360dialog. */
export const DIALOG360 = {
  connects: 'fields',
  isLimited: true,
  title: { isRequired: false, label: 'channels:name', help: 'channels:dialog360.name_help' },
  fields: [
    { name: 'apiKey', shape: 'secret', label: 'channels:dialog360.api_key', help: 'channels:secret_help' },
    {
      name: 'phone',
      shape: 'phone',
      label: 'channels:dialog360.phone',
      help: 'channels:dialog360.phone_help',
      isRead: true,
    },
  ],
  claimedBy: ['apiKey'],
  wrongSecret: 'wrong_key',
  traits: {
    // 80 messages per second and number, one per 6 s and contact;
    // https://developers.facebook.com/docs/whatsapp/cloud-api/overview#throughput
    // NOTE: a token bucket may allow `perSecond + burst` within one second, and calls sent apart may arrive together.
    perSecond: 70,
    burst: 8,
    perPersonMs: 6_000,
    windowHours: 24,
    reachesPhones: true,
    echoesReference: true,
    settlesWithinMs: 120_000,
    lastStatus: 'read',
    // 131050 refuses marketing alone, also where another message was sent: visit reminders may still be sent.
    optOutScope: 'marketing',
    mailingsPerDay: null,
    warmUp: null,
    isMailedByTestUsers: false,
    statusPolls: null,
    lowBalance: null,
    maxTextLength: 4096,
    maxCaptionLength: 1024,
    isBilledByParts: false,
    maxImageMegabytes: 5,
    imageShape: null,
    maxDocumentMegabytes: 100,
    documentMimes: null,
    maxVideoMegabytes: 16,
    maxAudioMegabytes: 16,
    audioMimes: ['audio/ogg', 'audio/mpeg', 'audio/mp4'],
    voiceMimes: ['audio/ogg'],
    captionsAudio: false,
    // https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates
    templates: {
      nameHasDigits: true,
      maxNameLength: 512,
      maxBodyLength: 1024,
      maxHeaderLength: 60,
      maxFooterLength: 60,
      headerMedia: ['image', 'document', 'video'],
      // NOTE: titles may have 25 characters by one of the vendor's pages, 20 by another.
      buttons: { total: 10, answers: 10, urls: 2, calls: 1, canMix: true, maxTitleLength: 20 },
      edits: { perDay: 1, perMonth: 10 },
      nameBlockedDays: 30,
      appealUrl: 'https://business.facebook.com/wa/manage/message-templates/',
    },
    hasInbound: true,
    buttons: { answers: 3, urls: 1, calls: 0, canMix: false, withImage: true, maxTitleLength: 20, maxTextLength: 1024 },
  },
  chat: {
    name: 'WhatsApp',
    url: (address, text) => `https://wa.me/${address.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`,
  },
} as const satisfies ChannelKindDeclaration;

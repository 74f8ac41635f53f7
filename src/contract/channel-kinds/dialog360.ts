import type { ChannelKindDeclaration } from '#contract/channel-kind.ts';

/** A WhatsApp Business number at 360dialog. The API does not return the number of a key, so the owner enters it. */
export const DIALOG360 = {
  title: { isRequired: true, label: 'channels:name', help: 'channels:name_help' },
  fields: [
    { name: 'phone', shape: 'phone', label: 'channels:dialog360.phone', help: 'channels:dialog360.phone_help' },
    { name: 'apiKey', shape: 'secret', label: 'channels:dialog360.api_key', help: 'channels:secret_help' },
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
    maxTextLength: 4096,
    maxCaptionLength: 1024,
    maxImageMegabytes: 5,
    maxDocumentMegabytes: 100,
    documentMimes: null,
    buttons: { answers: 3, urls: 1, calls: 0, canMix: false, withImage: true, maxTitleLength: 20, maxTextLength: 1024 },
  },
} as const satisfies ChannelKindDeclaration;

import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';

/** A bot of the messenger MAX. It cannot write first; its name is read from the API. https://dev.max.ru */
export const MAX_BOT = {
  connects: 'fields',
  title: { isRequired: false, label: 'channels:max.name', help: 'channels:max.name_help' },
  fields: [{ name: 'token', shape: 'secret', label: 'channels:max.token', help: 'channels:secret_help' }],
  claimedBy: ['token'],
  wrongSecret: 'wrong_token',
  traits: {
    // 30 requests a second per bot, two messages a second per dialog.
    perSecond: 25,
    burst: 4,
    perPersonMs: 500,
    windowHours: null,
    reachesPhones: false,
    echoesReference: false,
    settlesWithinMs: 0,
    lastStatus: 'sent',
    optOutScope: 'all',
    mailingsPerDay: null,
    warmUp: null,
    isMailedByTestUsers: true,
    templates: null,
    statusPolls: null,
    lowBalance: null,
    maxTextLength: 4000,
    maxCaptionLength: 4000,
    isBilledByParts: false,
    // The messenger takes more; larger files would keep a send waiting.
    maxImageMegabytes: 10,
    imageShape: { maxSides: 15_360, maxRatio: 20 },
    maxDocumentMegabytes: 20,
    documentMimes: null,
    maxVideoMegabytes: 20,
    maxAudioMegabytes: 20,
    audioMimes: ['audio/ogg', 'audio/mpeg', 'audio/mp4'],
    voiceMimes: ['audio/ogg', 'audio/mpeg', 'audio/mp4'],
    captionsAudio: true,
    hasInbound: true,
    buttons: { answers: 8, urls: 8, calls: 0, canMix: true, withImage: true, maxTitleLength: 128, maxTextLength: 4000 },
  },
  chat: {
    name: 'MAX',
    url: (address) => `https://max.ru/${address.replace(/^@/, '')}`,
  },
} as const satisfies ChannelKindDeclaration;

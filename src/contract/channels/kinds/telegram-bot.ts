import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';

/** A Telegram bot. It cannot write first; its name is read from the API. */
export const TELEGRAM_BOT = {
  connects: 'fields',
  title: { isRequired: false, label: 'channels:telegram.name', help: 'channels:telegram.name_help' },
  fields: [{ name: 'token', shape: 'secret', label: 'channels:telegram.token', help: 'channels:secret_help' }],
  claimedBy: ['token'],
  wrongSecret: 'wrong_token',
  traits: {
    // About 30 messages per second and bot, one per second and chat; https://core.telegram.org/bots/faq
    perSecond: 25,
    burst: 4,
    perPersonMs: 1_000,
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
    maxTextLength: 4096,
    maxCaptionLength: 1024,
    isBilledByParts: false,
    // A file that Telegram fetches by URL may be 5 MB as a picture and 20 MB as a document, which must be a PDF:
    // https://core.telegram.org/bots/api#sending-files
    maxImageMegabytes: 5,
    // https://core.telegram.org/bots/api#sendphoto
    imageShape: { maxSides: 10_000, maxRatio: 20 },
    maxDocumentMegabytes: 20,
    documentMimes: ['application/pdf'],
    maxVideoMegabytes: 20,
    maxAudioMegabytes: 20,
    // A voice message by URL is OGG; MP3 and M4A are shown as music.
    audioMimes: ['audio/ogg', 'audio/mpeg', 'audio/mp4'],
    voiceMimes: ['audio/ogg'],
    captionsAudio: true,
    hasInbound: true,
    buttons: { answers: 8, urls: 8, calls: 0, canMix: true, withImage: true, maxTitleLength: 30, maxTextLength: 4096 },
  },
  chat: {
    name: 'Telegram',
    url: (address, text) => `https://t.me/${address.replace(/^@/, '')}?text=${encodeURIComponent(text)}`,
  },
} as const satisfies ChannelKindDeclaration;

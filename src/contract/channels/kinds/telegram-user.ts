import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';
import { UNOFFICIAL_WARM_UP } from '#contract/channels/warm-up.ts';

/** A person's own Telegram account, signed in by phone and code through a gateway. It can write first, by phone. */
export const TELEGRAM_USER = {
  connects: 'pairing',
  entersCode: true,
  title: { isRequired: false, label: 'channels:name', help: 'channels:telegram_user.name_help' },
  fields: [],
  claimedBy: ['phone'],
  wrongSecret: 'signed_out',
  traits: {
    // Telegram restricts accounts that write faster than a person; the gateway itself takes 50 per second.
    perSecond: 1,
    burst: 1,
    perPersonMs: 1_000,
    windowHours: null,
    reachesPhones: true,
    echoesReference: false,
    settlesWithinMs: 0,
    lastStatus: 'read',
    optOutScope: 'all',
    templates: null,
    statusPolls: null,
    lowBalance: null,
    mailingsPerDay: 300,
    warmUp: UNOFFICIAL_WARM_UP,
    isMailedByTestUsers: true,
    // https://green-api.com/telegram/docs/api/sending/SendMessage/: 4,000 to 4,096 by page, the lower is safe.
    maxTextLength: 4_000,
    maxCaptionLength: 1_024,
    isBilledByParts: false,
    maxImageMegabytes: 5,
    // https://core.telegram.org/bots/api#sendphoto
    imageShape: { maxSides: 10_000, maxRatio: 20 },
    maxDocumentMegabytes: 100,
    documentMimes: null,
    maxVideoMegabytes: 50,
    maxAudioMegabytes: 50,
    audioMimes: ['audio/ogg', 'audio/mpeg', 'audio/mp4'],
    voiceMimes: ['audio/ogg'],
    captionsAudio: true,
    hasInbound: true,
    // Only bots may send buttons: answers become numbered lines.
    buttons: { answers: 0, urls: 0, calls: 0, canMix: false, withImage: false, maxTitleLength: 0, maxTextLength: 0 },
  },
  chat: {
    name: 'Telegram',
    url: (address, text) => `https://t.me/${address}?text=${encodeURIComponent(text)}`,
  },
} as const satisfies ChannelKindDeclaration;

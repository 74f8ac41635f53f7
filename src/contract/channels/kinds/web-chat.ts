import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';

/**
 * The public chat of an assistant, on a page of ours. It has no provider: visitors write on the page, and the page shows
 * what the ledger has sent. It is created with the first public chat of the cabinet, never connected by hand.
 */
export const WEB_CHAT = {
  connects: 'built_in',
  title: { isRequired: false, label: 'channels:web_chat.name', help: 'channels:web_chat.name_help' },
  fields: [],
  claimedBy: [],
  wrongSecret: 'unexpected_answer',
  traits: {
    // Nothing leaves the product: the rate only keeps one chat from filling the ledger.
    perSecond: 50,
    burst: 20,
    perPersonMs: 0,
    // A visitor comes back to the page within days, or not at all: nothing is written to a page that nobody opens.
    windowHours: 72,
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
    maxImageMegabytes: 10,
    imageShape: null,
    maxDocumentMegabytes: 20,
    documentMimes: null,
    maxVideoMegabytes: 0,
    maxAudioMegabytes: 0,
    audioMimes: [],
    voiceMimes: [],
    captionsAudio: true,
    hasInbound: true,
    buttons: { answers: 0, urls: 0, calls: 0, canMix: false, withImage: false, maxTitleLength: 0, maxTextLength: 4096 },
  },
} as const satisfies ChannelKindDeclaration;

import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';

/**
 * An inbox of Chatwoot that our bots answer: a chat on a website, a page of a social network. It is created for the
 * inbox, and its messages come with those of the connection.
 */
export const CHATWOOT = {
  connects: 'built_in',
  title: { isRequired: false, label: 'channels:chatwoot.name', help: 'channels:chatwoot.name_help' },
  fields: [],
  claimedBy: [],
  wrongSecret: 'wrong_token',
  traits: {
    // A common limit of installations is 60 calls a minute per address, shared with the reading of talks.
    perSecond: 5,
    burst: 5,
    perPersonMs: 0,
    windowHours: null,
    reachesPhones: false,
    // The message comes back with our reference, by its payload or by the next poll.
    echoesReference: true,
    settlesWithinMs: 180_000,
    lastStatus: 'sent',
    optOutScope: 'all',
    mailingsPerDay: null,
    warmUp: null,
    isMailedByTestUsers: true,
    templates: null,
    statusPolls: null,
    lowBalance: null,
    maxTextLength: 10_000,
    maxCaptionLength: 10_000,
    isBilledByParts: false,
    maxImageMegabytes: 40,
    imageShape: null,
    maxDocumentMegabytes: 40,
    documentMimes: null,
    maxVideoMegabytes: 0,
    maxAudioMegabytes: 0,
    audioMimes: [],
    voiceMimes: [],
    captionsAudio: true,
    hasInbound: true,
    // An inbox whose channel has no options gets them in words, see the provider.
    buttons: {
      answers: 10,
      urls: 0,
      calls: 0,
      canMix: true,
      withImage: false,
      maxTitleLength: 60,
      maxTextLength: 10_000,
    },
  },
} as const satisfies ChannelKindDeclaration;

import { z } from 'zod';
import { CHANNEL_KIND_NAMES, declarationOf } from './kinds.ts';
import { ChannelId, ChannelKind, ChannelState, ChannelTrouble } from './calls.ts';
import { CREDENTIAL_SCHEMAS } from '#contract/connections/credential-schemas.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant } from '#contract/primitives.ts';

/** Minutes a pairing may take, and the link to its page is valid (the specification, section 9). */
export const PAIRING_MINUTES = 30;
/** Minutes a gateway may take to prepare a code, or to sign in after a scan (the specification, section 9). */
export const LOADING_MINUTES = 2;

/** A kind of channel that is connected by pairing. */
export const PairedKind = z.enum(CHANNEL_KIND_NAMES.filter((kind) => declarationOf(kind).connects === 'pairing'));

/**
 * A channel while a person joins it with their phone: before it is connected for the first time, or again after its
 * session ended. `state` and `trouble` are those of the channel.
 *
 * - `init`, `loading`: the gateway prepares a code, or signs in; `loading` too until a message to itself has come back.
 * - `GotQrCode`: `code` is to be scanned.
 * - `NotAuthorized`: with `expects`, the person must enter it; else the pairing is over, see `trouble`.
 * - `Authorized`: connected.
 * - `error`: it failed, see `trouble`.
 */
export const Pairing = z.object({
  channelId: ChannelId,
  kind: ChannelKind,
  title: z.string(),
  /** Empty until the first connection. */
  address: z.string(),
  state: ChannelState,
  trouble: ChannelTrouble.nullable(),
  /** The provider's text. */
  troubleText: z.string().nullable(),
  /** The QR code to scan; null while there is none, and where this answer has none to replace the last one. */
  code: z
    .object({
      /** To be drawn as a QR code. */
      text: z.string().nullable(),
      /** A data URL of a PNG, from gateways that do not send the text. */
      image: z.string().nullable(),
    })
    .nullable(),
  /** The code that a phone may enter instead of scanning; null while none was requested, or it is over. */
  phoneCode: z.object({ phone: z.string(), code: z.string(), secondsLeft: z.int() }).nullable(),
  /** The value that the person must enter now. */
  expects: z.enum(['phone', 'code', 'password']).nullable(),
  /** The pairing ends then; null when it is over. */
  expiresAt: Instant.nullable(),
  /** Seconds until then: the product's clock need not be that of the browser. */
  secondsLeft: z.int().nullable(),
  /** The link for another person, once made. */
  link: z.object({ isOpened: z.boolean() }).nullable(),
});
export type Pairing = z.infer<typeof Pairing>;

const params = z.object({ channelId: ChannelId });

/** `pairing.code_not_sent` has `{ trouble, text }`. */
export const requestPhoneCode = endpoint({
  method: 'POST',
  path: '/api/v1/channels/pairings/:channelId/phone-code',
  access: 'owner',
  summary:
    'Requests a code that is entered in the messenger on a phone, in place of scanning. It is valid for 2.5 minutes.',
  takesIdempotencyKey: true,
  ratePerMinute: 10,
  params,
  body: z.object({ phone: CREDENTIAL_SCHEMAS.phone }),
  reply: Pairing,
  problems: [
    'channel.not_found',
    'channel.already_connected',
    'pairing.over',
    'pairing.code_not_sent',
    'provider.unreachable',
  ],
});

/** Continues the pairing of the kind that is not finished, if any; a removed channel of the number is restored. */
export const startPairing = endpoint({
  method: 'POST',
  path: '/api/v1/channels/pairings',
  access: 'owner',
  summary: 'Begins to connect a channel by pairing: opens a session at the gateway, and asks for a code.',
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  body: z.object({
    kind: PairedKind,
    title: z.string().trim().max(120).optional(),
    /** A channel whose session ended, to join it again. */
    channelId: ChannelId.optional(),
  }),
  reply: Pairing,
  problems: ['channel.not_found', 'channel.limit_reached', 'channel.check_failed', 'provider.unreachable'],
});

export const findPairing = endpoint({
  method: 'GET',
  path: '/api/v1/channels/pairings',
  access: 'owner',
  summary: 'The first connection of a channel, of any kind or of one, that is not finished.',
  query: z.object({ kind: PairedKind.optional() }),
  reply: z.object({ pairing: Pairing.nullable() }),
});

/** Reads the gateway; to be repeated every two seconds or so while it is shown. */
export const getPairing = endpoint({
  method: 'GET',
  path: '/api/v1/channels/pairings/:channelId',
  access: 'owner',
  summary: 'How far a pairing has come, with the code to scan.',
  ratePerMinute: 120,
  params,
  reply: Pairing,
  problems: ['channel.not_found'],
});

/** A channel that was connected before stays, signed out. */
export const cancelPairing = endpoint({
  method: 'DELETE',
  path: '/api/v1/channels/pairings/:channelId',
  access: 'owner',
  summary: 'Ends a pairing.',
  params,
  problems: ['channel.not_found'],
});

/** A former link is no longer valid. */
export const linkPairing = endpoint({
  method: 'POST',
  path: '/api/v1/channels/pairings/:channelId/link',
  access: 'owner',
  summary: 'Makes a link with which another person, on another device, sees the code once.',
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  params,
  reply: z.object({ url: z.url(), expiresAt: Instant }),
  problems: ['channel.not_found', 'pairing.over'],
});

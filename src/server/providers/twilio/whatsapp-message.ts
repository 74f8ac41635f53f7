import { messageOf } from '#server/channels/message-port.ts';
import type { ChannelEvent, Peer } from '#server/channels/port.ts';
import { contentOf, mediaOf } from './media.ts';

/**
 * Our words for a message from WhatsApp. Twilio itself stops nobody there, unless the account has stop words of its
 * own for a messaging service; https://www.twilio.com/docs/whatsapp/api#inbound-message-webhooks
 *
 * @param address the number, or the business-scoped id of a person who hides it
 */
export function readWhatsapp(
  sid: string,
  address: string,
  fields: URLSearchParams,
  at: Temporal.Instant,
): ChannelEvent[] {
  const phone = phoneOf(address, fields.get('WaId') ?? '');
  const aliases = phone === null || phone === address ? {} : { aliases: [phone] };
  const name = fields.get('ProfileName') || null;
  const from: Peer = { channelUserId: address, ...aliases, phone, name, language: null };
  const type = fields.get('MessageType')?.toLowerCase();
  if (type === 'reaction') return readReaction(sid, from, fields, at);
  const optOut = fields.get('OptOutType')?.toUpperCase();
  const media = mediaOf(fields);
  const button = fields.get('ButtonPayload') ?? fields.get('ButtonText');
  const place = placeOf(fields);
  const plain = place === null ? contentOf(media, type) : 'location';
  const message: ChannelEvent = {
    kind: 'message',
    providerMessageId: sid,
    at,
    from,
    content: kindOf(optOut, button, plain),
    text: fields.get('ButtonText') ?? place ?? fields.get('Body') ?? '',
    buttonId: button,
    quotedProviderId: fields.get('OriginalRepliedMessageSid') || null,
    media,
    sharedPhone: null,
    startToken: null,
    callbackId: null,
  };
  if (optOut === 'STOP') return [message, { kind: 'blocked', from, at }];
  return optOut === 'START' ? [{ kind: 'unblocked', from, at }, message] : [message];
}

/** A reaction without an emoji takes one back. */
function readReaction(sid: string, from: Peer, fields: URLSearchParams, at: Temporal.Instant): ChannelEvent[] {
  const text = fields.get('ReactionEmoji') || fields.get('Body');
  if (!text) return [];
  const quotedProviderId = fields.get('OriginalRepliedMessageSid') || null;
  return [
    messageOf(
      { providerMessageId: sid, at, from },
      { content: 'remark', text, media: null, buttonId: null, quotedProviderId },
    ),
  ];
}

function placeOf(fields: URLSearchParams): string | null {
  const [latitude, longitude] = [fields.get('Latitude'), fields.get('Longitude')];
  if (!latitude || !longitude) return null;
  return [fields.get('Label'), fields.get('Address'), `${latitude}, ${longitude}`].filter(Boolean).join(', ');
}

/** Twilio has answered a call for help itself. */
function kindOf<Plain extends string>(optOut: string | undefined, button: string | null, plain: Plain) {
  if (optOut === 'HELP') return 'remark';
  return button === null ? plain : 'button';
}

function phoneOf(address: string, waId: string): string | null {
  if (address.startsWith('+')) return address;
  return /^\d{7,15}$/.test(waId) ? `+${waId}` : null;
}

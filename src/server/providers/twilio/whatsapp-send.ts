import type { OutgoingTemplate, SendOrder, SendOutcome } from '#server/channels/port.ts';
import type { TwilioOptions } from './api.ts';
import type { ContentBook } from './content-book.ts';
import { outcomeOf } from './errors.ts';
import { fromOf, NO_RECIPIENT, post } from './send.ts';
import { onWhatsapp } from './whatsapp-senders.ts';

/** Sends one WhatsApp message: a text, a file, a text with buttons, or an approved template. */
export async function sendWhatsapp(options: TwilioOptions, book: ContentBook, order: SendOrder): Promise<SendOutcome> {
  const { message, credentials } = order;
  const to = message.to.phone ?? message.to.channelUserId;
  if (!to) return NO_RECIPIENT;
  const content = await contentOf(book, order);
  if (!content.isOk) return content.outcome;
  const { sender = '' } = credentials;
  const form = { To: onWhatsapp(to), ...fromOf(sender, onWhatsapp(sender)), ...content.fields };
  return post(options, order, { to, form });
}

/** The fields of what is sent, or an outcome where it cannot be sent. */
type Fields = { isOk: true; fields: Record<string, string> } | { isOk: false; outcome: SendOutcome };

async function contentOf(book: ContentBook, { message, credentials }: SendOrder): Promise<Fields> {
  if (message.template) return templateFields(book, credentials, message.template);
  const media = message.image ?? message.file;
  if (media) return { isOk: true, fields: { MediaUrl: media.url, ...(message.text && { Body: message.text }) } };
  if (message.buttons.length === 0) return { isOk: true, fields: { Body: message.text } };
  const made = await book.forButtons(credentials, message.buttons);
  if (!made.isOk) return unsent(made.failure);
  const { sid, variables } = made.value;
  return {
    isOk: true,
    fields: { ContentSid: sid, ContentVariables: JSON.stringify({ 1: message.text, ...variables }) },
  };
}

async function templateFields(
  book: ContentBook,
  credentials: SendOrder['credentials'],
  { id, name, header, parameters, buttonIds }: OutgoingTemplate,
): Promise<Fields> {
  if (!id) {
    const text = `No template ${name}`;
    return { isOk: false, outcome: { kind: 'refused', errorClass: 'content_rejected', code: 'no_content_sid', text } };
  }
  const places = await book.placesOf(credentials, id);
  if (!places.isOk) return unsent(places.failure);
  const variables = Object.fromEntries([
    ...parameters.map((parameter, index) => [String(index + 1), parameter]),
    ...(header && places.value.media ? [[places.value.media, header.url]] : []),
    ...buttonIds.flatMap((button) => {
      const place = places.value.buttons[button.index];
      return place ? [[place, button.id]] : [];
    }),
  ]);
  const filled = Object.keys(variables).length > 0 && { ContentVariables: JSON.stringify(variables) };
  return { isOk: true, fields: { ContentSid: id, ...filled } };
}

/** Nothing was sent yet: a lost answer about the content leaves the message to be tried again. */
function unsent(failure: Parameters<typeof outcomeOf>[0]): Fields {
  const outcome = outcomeOf(failure);
  if (outcome.kind !== 'unknown') return { isOk: false, outcome };
  const { text } = outcome;
  const again = { errorClass: 'temporary', code: 'content', text, retryAfterMs: null, scope: 'channel' } as const;
  return { isOk: false, outcome: { kind: 'unreached', ...again } };
}

import { familyOf } from '#contract/channels/file-kinds.ts';
import type { OutgoingButton, OutgoingMessage, OutgoingTemplate, TemplateHeader } from '#server/channels/port.ts';

/** Business-scoped user ids begin with the country: `RU.1502576394655843`. They go into `recipient`, phones into `to`. */
const USER_ID = /^[A-Z]{2}\./;

/** The body of `POST /messages`; null when it is addressed to nobody. */
export function bodyOf(message: OutgoingMessage): Record<string, unknown> | null {
  const recipient = recipientOf(message.to);
  if (!recipient) return null;
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipient,
    ...contentOf(message),
    biz_opaque_callback_data: message.reference,
  };
}

function recipientOf({ phone, channelUserId }: OutgoingMessage['to']): { to: string } | { recipient: string } | null {
  if (channelUserId && USER_ID.test(channelUserId) && !phone) return { recipient: channelUserId };
  const digits = (phone ?? channelUserId)?.replaceAll(/\D/g, '');
  return digits ? { to: digits } : null;
}

function contentOf({ text, image, file, buttons, template }: OutgoingMessage): Record<string, unknown> {
  if (template) return { type: 'template', template: templateOf(template) };
  const action = actionOf(buttons);
  if (action) {
    const header = image && { header: { type: 'image', image: { link: image.url } } };
    return {
      type: 'interactive',
      interactive: { type: action.type, ...header, body: { text }, action: action.action },
    };
  }
  if (image) return { type: 'image', image: { link: image.url, ...(text && { caption: text }) } };
  const family = file && familyOf(file.mime);
  if (file && family === 'video') return { type: 'video', video: { link: file.url, ...(text && { caption: text }) } };
  // Sound has no caption: a message with both has a link to it.
  if (file && family === 'audio') return { type: 'audio', audio: { link: file.url } };
  if (file)
    return { type: 'document', document: { link: file.url, filename: file.name, ...(text && { caption: text }) } };
  return { type: 'text', text: { body: text, preview_url: /https?:\/\//.test(text) } };
}

function actionOf(buttons: readonly OutgoingButton[]): { type: string; action: unknown } | null {
  const replies = buttons.flatMap((button) =>
    button.type === 'answer' ? [{ type: 'reply', reply: { id: button.id, title: button.title } }] : [],
  );
  if (replies.length > 0) return { type: 'button', action: { buttons: replies } };
  const link = buttons.find((button) => button.type === 'url');
  if (!link) return null;
  const parameters = { display_text: link.title, url: link.url };
  return { type: 'cta_url', action: { name: 'cta_url', parameters } };
}

function templateOf({ name, language, header, parameters, buttonIds }: OutgoingTemplate): Record<string, unknown> {
  const body = { type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) };
  const buttons = buttonIds.map(({ index, id }) => ({
    type: 'button',
    sub_type: 'quick_reply',
    index: String(index),
    parameters: [{ type: 'payload', payload: id }],
  }));
  const components = [...(header ? [headerOf(header)] : []), ...(parameters.length > 0 ? [body] : []), ...buttons];
  return { name, language: { code: language }, ...(components.length > 0 && { components }) };
}

function headerOf(header: TemplateHeader): Record<string, unknown> {
  const parameter =
    header.type === 'document'
      ? { type: 'document', document: { link: header.url, filename: header.name } }
      : { type: header.type, [header.type]: { link: header.url } };
  return { type: 'header', parameters: [parameter] };
}

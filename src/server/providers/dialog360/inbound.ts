import type { MessageContent } from '#server/channels/message-port.ts';
import type { Content, Message } from './webhook-shapes.ts';

/** Returns the content of a message, by its type. @param quoted the message that it answers */
export function contentOf(message: Content, quoted: string | undefined): MessageContent {
  const read = READERS[message.type]?.(message) ?? { ...NOTHING, content: 'other' };
  return { ...read, quotedProviderId: read.quotedProviderId ?? quoted ?? null };
}

const NOTHING = { text: null, buttonId: null, media: null, quotedProviderId: null };

/** Other types (`unsupported`, future ones) are stored for a member to read. */
const READERS: Readonly<Record<string, (message: Content) => MessageContent | null | undefined>> = {
  text: ({ text }) => text && { ...NOTHING, content: 'text', text: text.body },
  // A tap on a quick reply of a template.
  button: ({ button }) =>
    button && { ...NOTHING, content: 'button', text: button.text, buttonId: button.payload ?? button.text },
  // A tap on a button or a list row in a message within the window.
  interactive({ interactive }) {
    const reply = interactive?.button_reply ?? interactive?.list_reply;
    if (reply) return { ...NOTHING, content: 'button', text: reply.title, buttonId: reply.id };
    return interactive?.nfm_reply && { ...NOTHING, content: 'other', text: interactive.nfm_reply.body ?? null };
  },
  image: ({ image }) => mediaOf('image', image),
  sticker: ({ sticker }) => mediaOf('image', sticker),
  video: ({ video }) => mediaOf('file', video),
  document: ({ document }) => mediaOf('file', document),
  audio: ({ audio }) => mediaOf('voice', audio),
  voice: ({ voice }) => mediaOf('voice', voice),
  location: ({ location }) =>
    location && {
      ...NOTHING,
      content: 'location',
      text: [location.name, location.address, `${location.latitude}, ${location.longitude}`].filter(Boolean).join(', '),
    },
  contacts: ({ contacts }) => contacts && { ...NOTHING, content: 'contact', text: contacts.map(cardOf).join('; ') },
  reaction: ({ reaction }) =>
    reaction && { ...NOTHING, content: 'remark', text: reaction.emoji ?? null, quotedProviderId: reaction.message_id },
  order: ({ order }) =>
    order && {
      ...NOTHING,
      content: 'other',
      text: [
        ...order.product_items.map(
          ({ product_retailer_id, quantity }) => `${product_retailer_id ?? ''} × ${quantity ?? 1}`,
        ),
        order.text ?? '',
      ]
        .join('\n')
        .trim(),
    },
  system: ({ system }) => ({ ...NOTHING, content: 'remark', text: system?.body ?? null }),
};

function mediaOf(content: MessageContent['content'], media: Message['image']): MessageContent | null {
  if (!media) return null;
  const { id, mime_type, filename, caption } = media;
  return {
    content,
    text: caption ?? null,
    buttonId: null,
    quotedProviderId: null,
    media: { id, mime: mime_type ?? null, name: filename ?? null },
  };
}

const cardOf = ({ name, phones = [] }: NonNullable<Message['contacts']>[number]) =>
  [name?.formatted_name, ...phones.map(({ phone }) => phone)].filter(Boolean).join(', ');

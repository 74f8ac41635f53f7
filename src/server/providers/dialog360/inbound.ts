import type { ChannelEvent } from '#server/channels/port.ts';
import type { Message } from './webhook-shapes.ts';

type InboundMessage = Extract<ChannelEvent, { kind: 'message' }>;
type Content = Pick<InboundMessage, 'content' | 'text' | 'buttonId' | 'media'> & { quotedProviderId?: string };

/** Returns the content of a contact's message, by its type. */
export function contentOf(message: Message): Content {
  return READERS[message.type]?.(message) ?? { ...NOTHING, content: 'other' };
}

const NOTHING = { text: null, buttonId: null, media: null };

/** Other types (`order`, `unsupported`, future ones) are stored for a member to read. */
const READERS: Readonly<Record<string, (message: Message) => Content | null | undefined>> = {
  text: ({ text }) => text && { ...NOTHING, content: 'text', text: text.body },
  // A tap on a quick reply of a template.
  button: ({ button }) =>
    button && { ...NOTHING, content: 'button', text: button.text, buttonId: button.payload ?? button.text },
  // A tap on a button or a list row in a message within the window.
  interactive({ interactive }) {
    const reply = interactive?.button_reply ?? interactive?.list_reply;
    return reply ? { ...NOTHING, content: 'button', text: reply.title, buttonId: reply.id } : null;
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
  system: ({ system }) => ({ ...NOTHING, content: 'remark', text: system?.body ?? null }),
};

function mediaOf(content: Content['content'], media: Message['image']): Content | null {
  if (!media) return null;
  const { id, mime_type, filename, caption } = media;
  return {
    content,
    text: caption ?? null,
    buttonId: null,
    media: { id, mime: mime_type ?? null, name: filename ?? null },
  };
}

const cardOf = ({ name, phones = [] }: NonNullable<Message['contacts']>[number]) =>
  [name?.formatted_name, ...phones.map(({ phone }) => phone)].filter(Boolean).join(', ');

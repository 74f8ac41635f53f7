import { z } from 'zod';
import { createHash } from 'node:crypto';
import { ControlError } from '../values/control-error.ts';
import { type Person, waIdOf } from '../cast/people.ts';
import { PIXEL } from '../values/pixel.ts';
import type { Sim } from '../sim/sim.ts';
import { emitMessages } from './emit.ts';
import { type Button, type Message, type MessageMedia, type WabaNumber, chatOf, keepMessage } from './state.ts';

export const InboundOrder = z.strictObject({
  number: z.string().optional(),
  from: z.string(),
  name: z.string().optional(),
  type: z.string().optional(),
  text: z.string().optional(),
  button: z
    .union([z.int().positive(), z.strictObject({ id: z.string().optional(), title: z.string().optional() })])
    .optional(),
  media: z
    .strictObject({
      type: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
      mime: z.string(),
      base64: z.string().optional(),
      caption: z.string().optional(),
      filename: z.string().optional(),
    })
    .optional(),
  template: z.boolean().optional(),
  quoted: z.string().optional(),
  omitFrom: z.boolean().default(false),
  id: z.string().optional(),
});
type InboundOrder = z.infer<typeof InboundOrder>;

/** An inbound message, in Meta's format and in ours. */
type InboundContent = {
  type: string;
  part: unknown;
  text: string | null;
  media: MessageMedia | null;
  quoted: string | null;
};

/** A person writes to a number of the business, or taps a button there. */
export function receiveMessage(sim: Sim, number: WabaNumber, order: InboundOrder): string {
  const person = sim.people.byPhone(order.from, order.name);
  if (order.name) person.name = order.name;
  const content = contentOf(sim, number, person, order);
  const id = order.id ?? `wamid.IN${sim.ids.token('wamid-in', 28)}`;
  const now = sim.clock.now();
  chatOf(sim.state.d360, number.phoneNumberId, person.userId).lastInboundAt = now;
  keepMessage(sim.state.d360, {
    id,
    phoneNumberId: number.phoneNumberId,
    userId: person.userId,
    direction: 'in',
    type: content.type,
    at: now,
    header: null,
    text: content.text,
    footer: null,
    buttons: [],
    media: content.media,
    templateName: null,
    ref: null,
    quoted: content.quoted,
    status: 'delivered',
    error: null,
  });
  const from = order.omitFrom ? {} : { from: waIdOf(person) };
  emitMessages(sim, number, {
    contacts: [
      {
        profile: { name: person.name, ...(person.username && { username: person.username }) },
        ...(!order.omitFrom && { wa_id: waIdOf(person) }),
        user_id: person.userId,
      },
    ],
    messages: [
      {
        ...from,
        from_user_id: person.userId,
        id,
        timestamp: String(Math.floor(now / 1000)),
        type: content.type,
        ...(content.quoted && { context: { from: number.phone, id: content.quoted } }),
        [content.type]: content.part,
      },
    ],
  });
  sim.changed('d360');
  return id;
}

function contentOf(sim: Sim, number: WabaNumber, person: Person, order: InboundOrder): InboundContent {
  const quoted = order.quoted ?? null;
  if (order.button !== undefined) return tap(sim, number, person, order);
  if (order.media) return { ...receiveMedia(sim, order.media), quoted };
  if (order.text === undefined) throw new ControlError(400, 'one of text, button, media is needed');
  if (order.type === 'reaction') {
    return {
      type: 'reaction',
      part: { message_id: quoted, emoji: order.text },
      text: order.text,
      media: null,
      quoted: null,
    };
  }
  return { type: 'text', part: { body: order.text }, text: order.text, media: null, quoted };
}

function tap(sim: Sim, number: WabaNumber, person: Person, order: InboundOrder): InboundContent {
  const isReply = ({ kind }: Button) => kind === 'reply' || kind === 'list';
  const messages = chatOf(sim.state.d360, number.phoneNumberId, person.userId).messageIds;
  const shown = order.quoted
    ? sim.state.d360.messages[order.quoted]
    : messages.map((id) => sim.state.d360.messages[id]).findLast((message) => message?.buttons.some(isReply));
  const button = whichButton(shown, order.button);
  const isTemplate = order.template ?? shown?.templateName != null;
  const quoted = shown?.id ?? null;
  if (isTemplate) {
    const part = { payload: button.id, text: button.title };
    return { type: 'button', part, text: button.title, media: null, quoted };
  }
  const kind = button.kind === 'list' ? 'list_reply' : 'button_reply';
  const part = { type: kind, [kind]: { id: button.id, title: button.title } };
  return { type: 'interactive', part, text: button.title, media: null, quoted };
}

function whichButton(shown: Message | undefined, wanted: InboundOrder['button']): Button {
  const buttons = shown?.buttons.filter(({ kind }) => kind === 'reply' || kind === 'list') ?? [];
  if (typeof wanted === 'number') {
    const button = buttons[wanted - 1];
    if (!button) throw new ControlError(404, `there is no button ${wanted} in this chat`);
    return button;
  }
  const known = buttons.find(
    ({ id, title }) => id === wanted?.id || (wanted?.id === undefined && title === wanted?.title),
  );
  return known ?? { kind: 'reply', id: wanted?.id ?? '', title: wanted?.title ?? wanted?.id ?? '' };
}

function receiveMedia(sim: Sim, media: NonNullable<InboundOrder['media']>): Omit<InboundContent, 'quoted'> {
  const id = String(1e15 + sim.ids.next('d360.media'));
  const base64 = media.base64 ?? PIXEL;
  sim.state.d360.media[id] = { id, mime: media.mime, base64, filename: media.filename ?? null, linkMadeAt: null };
  const { caption = null, filename = null } = media;
  const sha256 = createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64');
  return {
    type: media.type,
    part: { id, mime_type: media.mime, sha256, ...(caption && { caption }), ...(filename && { filename }) },
    text: caption,
    media: { kind: media.type, mime: media.mime, link: null, mediaId: id, caption, filename },
  };
}

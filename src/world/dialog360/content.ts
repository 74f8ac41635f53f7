import { isReachable } from '../values/addresses.ts';
import { isRecord } from '../values/fields.ts';
import { MetaError } from './errors.ts';
import * as schemas from './schemas.ts';
import { aLinkedImage, fillTemplate } from './template-use.ts';
import type { Button, D360State, Message, MessageMedia } from './state.ts';

/** Content of a message, apart from sender and recipient. */
export type Content = Pick<Message, 'header' | 'text' | 'footer' | 'buttons' | 'media' | 'templateName'> & {
  /** Codes with which it will fail after it was accepted, e.g. a picture that is not there. */
  failsWith: number | null;
};

const EMPTY: Content = {
  header: null,
  text: null,
  footer: null,
  buttons: [],
  media: null,
  templateName: null,
  failsWith: null,
};

/**
 * Reads what is to be sent, with the limits of each type.
 *
 * @throws MetaError as the API would refuse
 */
export async function readContent(
  state: D360State,
  wabaId: string,
  send: schemas.SendBody,
  warn: (field: string) => void,
): Promise<Content> {
  const { type } = send;
  if (type === 'text') return { ...EMPTY, text: schemas.readPart(schemas.Text, send.text, 'text', warn).body };
  if (type === 'template') {
    const filled = fillTemplate(state, wabaId, schemas.readPart(schemas.TemplateUse, send.template, type, warn));
    return { ...EMPTY, ...filled, failsWith: await failureOf(filled.media?.link) };
  }
  if (type === 'interactive') return readInteractive(send.interactive, warn);
  if (type in schemas.MEDIA) return readMedia(state, type as keyof typeof schemas.MEDIA, send, warn);
  if (type === 'reaction' && isRecord(send.reaction)) return { ...EMPTY, text: String(send.reaction['emoji'] ?? '') };
  if (type === 'location' && isRecord(send.location)) return { ...EMPTY, text: String(send.location['name'] ?? '📍') };
  if (type === 'contacts' && Array.isArray(send.contacts)) return { ...EMPTY, text: '👤' };
  throw new MetaError(131051, `Unsupported message type '${type}'`);
}

function readInteractive(part: unknown, warn: (field: string) => void): Content {
  const { type } = schemas.readPart(schemas.InteractiveType, part, 'interactive', warn);
  if (type === 'button') {
    const { action, ...rest } = schemas.readPart(schemas.ReplyButtons, part, 'interactive', warn);
    const ids = new Set(action.buttons.map(({ reply }) => reply.id));
    if (ids.size < action.buttons.length) throw new MetaError(131009, 'Button ids must be unique');
    const buttons = action.buttons.map(({ reply }): Button => ({ kind: 'reply', ...reply }));
    return { ...framed(rest), buttons };
  }
  if (type === 'cta_url') {
    const { action, ...rest } = schemas.readPart(schemas.LinkButton, part, 'interactive', warn);
    const { display_text: title, url } = action.parameters;
    return { ...framed(rest), buttons: [{ kind: 'url', id: url, title }] };
  }
  if (type === 'list') {
    const { action, ...rest } = schemas.readPart(schemas.List, part, 'interactive', warn);
    const rows = action.sections.flatMap((section) => section.rows);
    return { ...framed(rest), buttons: rows.map(({ id, title }) => ({ kind: 'list', id, title })) };
  }
  throw new MetaError(131009, `interactive.type '${type}' is not supported`);
}

type Frame = {
  header?: { text?: string; image?: { link?: string } } | undefined;
  body: { text: string };
  footer?: { text: string } | undefined;
};

const framed = ({ header, body, footer }: Frame): Content => ({
  ...EMPTY,
  header: header?.text ?? null,
  text: body.text,
  footer: footer?.text ?? null,
  media: header?.image?.link ? aLinkedImage(header.image.link) : null,
});

async function readMedia(
  state: D360State,
  kind: keyof typeof schemas.MEDIA,
  send: schemas.SendBody,
  warn: (field: string) => void,
): Promise<Content> {
  const file: { link?: string; id?: string; caption?: string; filename?: string } = schemas.readPart(
    schemas.MEDIA[kind],
    send[kind],
    kind,
    warn,
  );
  if (file.link === undefined && file.id === undefined) throw new MetaError(131008, `${kind}: link or id is required`);
  const stored = file.id === undefined ? undefined : state.media[file.id];
  if (file.id !== undefined && !stored) throw new MetaError(131009, `Media id '${file.id}' does not exist`);
  const media: MessageMedia = {
    kind,
    mime: stored?.mime ?? null,
    link: file.link ?? null,
    mediaId: file.id ?? null,
    caption: file.caption ?? null,
    filename: file.filename ?? null,
  };
  return { ...EMPTY, text: file.caption ?? null, media, failsWith: await failureOf(file.link) };
}

/** A file is fetched after the message was accepted. */
async function failureOf(link: string | null | undefined): Promise<number | null> {
  return typeof link === 'string' && !(await isReachable(link)) ? 131053 : null;
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Credentials, OutgoingButton } from '#server/channels/port.ts';
import { callTwilio, type TwilioOptions, type TwilioResult } from './api.ts';
import { type Content, ContentPage, ContentShape, idPlacesOf, mediaPlaceOf } from './content-shapes.ts';

type Failure = Exclude<TwilioResult, { kind: 'ok' }>;
type Found<Value> = { isOk: true; value: Value } | { isOk: false; failure: Failure };

/**
 * Contents of an account: templates of texts with buttons. Within the window one is sent without approval, so each set
 * of buttons needs one content, made when it is first sent; text and targets are its variables.
 */
export type ContentBook = {
  /** The content for a set of buttons, with the variables of their targets. Variable 1 is the text. */
  forButtons(
    credentials: Credentials,
    buttons: readonly OutgoingButton[],
  ): Promise<Found<{ sid: string; variables: Record<string, string> }>>;
  placesOf(credentials: Credentials, sid: string): Promise<Found<ContentPlaces>>;
};

/**
 * The variables of an approved template besides those of its body: the payloads of its buttons by their index, and the
 * address of its file; null where they are fixed.
 */
export type ContentPlaces = { buttons: (string | null)[]; media: string | null };

/** Contents are not changed once they are made, so what was read stays right. */
const MAX_REMEMBERED = 2_000;

export function createContentBook(options: TwilioOptions): ContentBook {
  const sids = new Map<string, Promise<Found<string>>>();
  const places = new Map<string, ContentPlaces>();

  return {
    async forButtons(credentials, buttons) {
      const shape = shapeOf(buttons);
      const key = `${credentials['accountSid']} ${shape.name}`;
      if (sids.size > MAX_REMEMBERED) sids.clear();
      const finding = sids.get(key) ?? findOrMake(options, credentials, shape);
      sids.set(key, finding);
      const found = await finding;
      if (!found.isOk) sids.delete(key);
      return found.isOk ? { isOk: true, value: { sid: found.value, variables: shape.variables } } : found;
    },
    async placesOf(credentials, sid) {
      const known = places.get(sid);
      if (known) return { isOk: true, value: known };
      const read = await readContent(options, credentials, sid);
      if (!read.isOk) return read;
      if (places.size > MAX_REMEMBERED) places.clear();
      const value = { buttons: idPlacesOf(read.value), media: mediaPlaceOf(read.value) };
      places.set(sid, value);
      return { isOk: true, value };
    },
  };
}

/** Marks the contents that are made here; they are not submitted for approval. */
export const BUTTONS_PREFIX = 'frontdesk_buttons_';

type Shape = { name: string; types: Record<string, unknown>; variables: Record<string, string> };

/** The content of a set of buttons: titles and the beginnings of links are fixed, what differs is a variable. */
function shapeOf(buttons: readonly OutgoingButton[]): Shape {
  const variables: Record<string, string> = {};
  const place = (value: string) => {
    const name = String(Object.keys(variables).length + 2);
    variables[name] = value;
    return `{{${name}}}`;
  };
  const actions = buttons.flatMap((button): Record<string, string>[] => {
    if (button.type === 'answer') return [{ type: 'QUICK_REPLY', title: button.title, id: place(button.id) }];
    if (button.type !== 'url') return [];
    const at = button.url.lastIndexOf('/') + 1;
    // A link ends in its variable part: the code of a short link, a signed token.
    const hasPath = at > 'https://'.length && at < button.url.length;
    const url = hasPath ? button.url.slice(0, at) + place(button.url.slice(at)) : button.url;
    return [{ type: 'URL', title: button.title, url }];
  });
  const type = buttons.some((button) => button.type === 'answer') ? 'twilio/quick-reply' : 'twilio/call-to-action';
  const types = { [type]: { body: '{{1}}', actions } };
  const digest = createHash('sha256').update(JSON.stringify(types)).digest('hex').slice(0, 24);
  return { name: `${BUTTONS_PREFIX}${digest}`, types, variables };
}

/** Another process, or this one before a restart, may have made it. */
async function findOrMake(options: TwilioOptions, credentials: Credentials, shape: Shape): Promise<Found<string>> {
  const listed = await listContents(options, credentials, '/v1/Content');
  if (!listed.isOk) return listed;
  const known = listed.value.find(({ friendly_name }) => friendly_name === shape.name);
  if (known) return { isOk: true, value: known.sid };
  const samples = Object.fromEntries(Object.entries(shape.variables).map(([name]) => [name, 'sample']));
  const json = { friendly_name: shape.name, language: 'en', variables: { 1: 'Text', ...samples }, types: shape.types };
  const made = await callTwilio(options, credentials, { method: 'POST', api: 'content', path: '/v1/Content', json });
  if (made.kind !== 'ok') return { isOk: false, failure: made };
  const read = z.object({ sid: z.string().regex(/^HX\w+$/) }).safeParse(made.json);
  return read.success
    ? { isOk: true, value: read.data.sid }
    : { isOk: false, failure: { kind: 'strange', status: 200 } };
}

const PAGE = 500;
/** More contents than an account may have. */
const MAX_PAGES = 40;

/** Reads all contents of an account. @param path with or without their approvals */
export async function listContents(
  options: TwilioOptions,
  credentials: Credentials,
  path: '/v1/Content' | '/v1/ContentAndApprovals',
): Promise<Found<Content[]>> {
  const contents: Content[] = [];
  let query: string | null = `PageSize=${PAGE}`;
  for (let page = 0; query !== null && page < MAX_PAGES; page++) {
    const result = await callTwilio(options, credentials, { method: 'GET', api: 'content', path: `${path}?${query}` });
    if (result.kind !== 'ok') return { isOk: false, failure: result };
    const read = ContentPage.safeParse(result.json);
    if (!read.success) return { isOk: false, failure: { kind: 'strange', status: 200 } };
    // One content of an unknown form must not hide the others.
    contents.push(...read.data.contents.flatMap((content) => ContentShape.safeParse(content).data ?? []));
    query = read.data.meta?.next_page_url?.split('?')[1] ?? null;
  }
  return { isOk: true, value: contents };
}

async function readContent(options: TwilioOptions, credentials: Credentials, sid: string): Promise<Found<Content>> {
  const path = `/v1/Content/${encodeURIComponent(sid)}`;
  const result = await callTwilio(options, credentials, { method: 'GET', api: 'content', path });
  if (result.kind !== 'ok') return { isOk: false, failure: result };
  const read = ContentShape.safeParse(result.json);
  return read.success ? { isOk: true, value: read.data } : { isOk: false, failure: { kind: 'strange', status: 200 } };
}

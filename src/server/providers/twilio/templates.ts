import type { Checked, Credentials, ProviderTemplate, TemplateContent } from '#server/channels/port.ts';
import type { TemplateMedia } from '#contract/channels/calls.ts';
import type { TemplateParts } from '#contract/templates/calls.ts';
import type { TwilioOptions } from './api.ts';
import { BUTTONS_PREFIX, listContents } from './content-book.ts';
import { type Content, type Form, idPlacesOf, mediaPlaceOf, SENDABLE_TYPES } from './content-shapes.ts';
import { refused } from './troubles.ts';

/**
 * Lists the contents of the account with the decision of WhatsApp. Those not submitted are listed too, so that an account
 * with nothing else does not look empty; the sets of buttons made here are left out.
 */
export async function listTemplates(
  options: TwilioOptions,
  credentials: Credentials,
): Promise<Checked<ProviderTemplate[]>> {
  const listed = await listContents(options, credentials, '/v1/ContentAndApprovals');
  if (!listed.isOk) return refused(listed.failure, 'unexpected_answer');
  return { isOk: true, value: listed.value.flatMap(toTemplate).toSorted(bySubmission) };
}

/** Names of contents are not unique: of those with one name and language, the one that was submitted counts. */
const bySubmission = (one: ProviderTemplate, other: ProviderTemplate) =>
  Number(one.status === 'unsubmitted') - Number(other.status === 'unsubmitted');

/** Twilio's words for a review; the others are WhatsApp's own. */
const STATUSES: Readonly<Record<string, string>> = { received: 'pending' };

function toTemplate(content: Content): ProviderTemplate[] {
  const { sid, friendly_name, language, approval_requests: approval } = content;
  if (friendly_name.startsWith(BUTTONS_PREFIX)) return [];
  const status = approval?.status.toLowerCase() ?? 'unsubmitted';
  const name = approval?.name || friendly_name;
  if (name === '') return [];
  return [
    {
      id: sid,
      name,
      language,
      category: approval?.category?.toLowerCase() ?? '',
      status: STATUSES[status] ?? status,
      reason: approval?.rejection_reason || null,
      content: describeContent(content),
      parts: partsOf(content),
    },
  ];
}

/** The parts of a content that people see. */
export function describeContent(content: Content): TemplateContent {
  const type = SENDABLE_TYPES.find((one) => content.types[one]);
  const form = content.types[type ?? Object.keys(content.types)[0] ?? ''];
  const body = form?.body ?? form?.title ?? '';
  const buttons = (form?.actions ?? []).map((action) => ({ type: action.type.toLowerCase(), text: action.title }));
  return {
    body,
    parameterCount: new Set(placesIn(body)).size,
    // NOTE: a file is fixed when the template is approved, unless a variable is its address.
    media: mediaOf(content),
    hasMedia: (form?.media ?? []).length > 0,
    isFillable: type !== undefined && form !== undefined && body !== '' && isFillable(content, form, body),
    buttons,
  };
}

/** The kind of a variable file, by its example. A file of another kind cannot be filled. */
function mediaOf(content: Content): TemplateMedia | null {
  const place = mediaPlaceOf(content);
  const example = place === null ? '' : (content.variables?.[place] ?? '');
  const ending = /\.(\w+)(?:$|\?)/.exec(example)?.[1]?.toLowerCase() ?? '';
  return MEDIA_OF_ENDING[ending] ?? null;
}

const MEDIA_OF_ENDING: Readonly<Record<string, TemplateMedia>> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  pdf: 'document',
  mp4: 'video',
};

/** The words for the editor; null for a form that is not written here. */
function partsOf(content: Content): TemplateParts | null {
  const type = WRITTEN_TYPES.find((one) => content.types[one]);
  const form = type === undefined ? undefined : content.types[type];
  if (!form?.body) return null;
  const places = new Set(placesIn(form.body)).size;
  const buttons = (form.actions ?? []).map(({ type: kind, title, url, phone }): TemplateParts['buttons'][number] => {
    if (kind.toUpperCase() === 'URL') return { type: 'url', title, url: url ?? '' };
    if (kind.toUpperCase() === 'PHONE_NUMBER') return { type: 'call', title, phone: phone ?? '' };
    return { type: 'answer', title };
  });
  return {
    header: form.header_text ? { type: 'text', text: form.header_text } : null,
    body: form.body,
    examples: Array.from({ length: places }, (_, index) => content.variables?.[String(index + 1)] ?? ''),
    footer: form.footer ?? '',
    buttons,
  };
}

const WRITTEN_TYPES = ['whatsapp/card', 'twilio/quick-reply', 'twilio/call-to-action', 'twilio/text'];

/** Whether values for the body and payloads for the buttons fill it: variables of the body are numbered from 1. */
function isFillable(content: Content, form: Form, body: string): boolean {
  const places = [...new Set(placesIn(body))];
  const actions = form.actions ?? [];
  const media = mediaOf(content) === null ? (form.media ?? []) : [];
  const others = [form.header_text, form.footer, form.subtitle, ...media];
  if (form.body) others.push(form.title);
  const fixed = [...others, ...actions.flatMap(({ title, url, phone }) => [title, url, phone])];
  const payloads = [...idPlacesOf(content), mediaPlaceOf(content)].filter((place) => place !== null);
  return (
    places.every((_, index) => places.includes(String(index + 1))) &&
    payloads.every((place) => !places.includes(place)) &&
    fixed.every((text) => placesIn(text ?? '').length === 0) &&
    actions.every(({ type }) => SENDABLE_BUTTONS.includes(type.toUpperCase()))
  );
}

const SENDABLE_BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'];

const placesIn = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name);

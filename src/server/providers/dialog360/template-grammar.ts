import { z } from 'zod';
import type { TemplateMedia } from '#contract/channels/calls.ts';
import { placeCount } from '#contract/templates/rules.ts';
import { TemplateParts } from '#contract/templates/calls.ts';
import type { TemplateContent, TemplateOrder } from '#server/channels/port.ts';

const Component = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  example: z
    .looseObject({ body_text: z.array(z.array(z.string())).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  buttons: z
    .array(
      z.looseObject({
        type: z.string(),
        text: z.string().default(''),
        url: z.string().optional(),
        phone_number: z.string().optional(),
      }),
    )
    .optional(),
});
type Component = z.infer<typeof Component>;

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** Extracts the parts of a template's components that people see. */
export function describeTemplate(components: unknown): TemplateContent {
  const read = z.array(Component).safeParse(components);
  const parts = read.success ? read.data : [];
  const part = (type: string) => parts.find((one) => one.type.toUpperCase() === type);
  const body = part('BODY')?.text ?? '';
  const buttons = part('BUTTONS')?.buttons ?? [];
  return {
    body,
    parameterCount: new Set(placesOf(body)).size,
    media: mediaOf(part('HEADER')),
    hasMedia: mediaOf(part('HEADER')) !== null,
    isFillable: body !== '' && parts.every(isFillable),
    buttons: buttons.map(({ type, text }) => ({ type: type.toLowerCase(), text })),
  };
}

/** Returns the media the header requires, by its format; null too for media that flows do not support. */
function mediaOf(header: Component | undefined): TemplateMedia | null {
  const format = header?.format?.toUpperCase();
  if (format === 'IMAGE') return 'image';
  if (format === 'VIDEO') return 'video';
  return format === 'DOCUMENT' ? 'document' : null;
}

/** Returns whether we can fill this component: only placeholders in the body, by number. */
function isFillable(component: Component): boolean {
  const { type, format = 'TEXT', text = '', buttons = [] } = component;
  const places = [...new Set(placesOf(text))];
  switch (type.toUpperCase()) {
    case 'BODY':
      return places.every((_, index) => places.includes(String(index + 1)));
    case 'HEADER':
      return mediaOf(component) !== null || (format.toUpperCase() === 'TEXT' && places.length === 0);
    case 'FOOTER':
      return true;
    case 'BUTTONS':
      return buttons.every(
        (one) => SENDABLE_BUTTONS.includes(one.type.toUpperCase()) && placesOf(one.url ?? '').length === 0,
      );
    default:
      return false;
  }
}

const SENDABLE_BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'];

const placesOf = (text: string) => [...text.matchAll(PLACE)].map(([, name = '']) => name);

/** Returns the words of a template for the editor; null for a form that is not written here. */
export function partsOf(components: unknown, category: string): TemplateParts | null {
  const read = z.array(Component).safeParse(components);
  if (!read.success || category.toUpperCase() === 'AUTHENTICATION') return null;
  if (!read.data.every(({ type }) => ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].includes(type.toUpperCase()))) return null;
  const part = (type: string) => read.data.find((one) => one.type.toUpperCase() === type);
  const body = part('BODY');
  const header = headerOf(part('HEADER'));
  const buttons = (part('BUTTONS')?.buttons ?? []).map(buttonOf);
  if (!body?.text || header === undefined || buttons.includes(null)) return null;
  const parts = TemplateParts.safeParse({
    header,
    body: body.text,
    examples: body.example?.body_text?.[0] ?? [],
    footer: part('FOOTER')?.text ?? '',
    buttons,
  });
  return parts.success ? parts.data : null;
}

/** Undefined for a heading that is not written here, e.g. a place. */
function headerOf(header: Component | undefined): TemplateParts['header'] | undefined {
  if (!header) return null;
  if ((header.format ?? 'TEXT').toUpperCase() === 'TEXT') return { type: 'text', text: header.text ?? '' };
  const media = mediaOf(header);
  return media ? { type: media, fileId: null } : undefined;
}

type Button = NonNullable<Component['buttons']>[number];

function buttonOf({ type, text, url, phone_number }: Button): TemplateParts['buttons'][number] | null {
  switch (type.toUpperCase()) {
    case 'QUICK_REPLY':
      return { type: 'answer', title: text };
    case 'URL':
      return { type: 'url', title: text, url: url ?? '' };
    case 'PHONE_NUMBER':
      return { type: 'call', title: text, phone: phone_number ?? '' };
    default:
      return null;
  }
}

/** Writes the components of a template to submit; quick replies stand together, before the others. */
export function componentsOf({ header, body, examples, footer, buttons }: TemplateOrder): Record<string, unknown>[] {
  const count = placeCount(body);
  return [
    ...(header ? [headerComponent(header)] : []),
    { type: 'BODY', text: body, ...(count > 0 && { example: { body_text: [examples.slice(0, count)] } }) },
    ...(footer.trim() ? [{ type: 'FOOTER', text: footer.trim() }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons: inOrder(buttons).map(buttonComponent) }] : []),
  ];
}

function headerComponent(header: NonNullable<TemplateOrder['header']>): Record<string, unknown> {
  if (header.type === 'text') return { type: 'HEADER', format: 'TEXT', text: header.text };
  return { type: 'HEADER', format: header.type.toUpperCase(), example: { header_handle: [header.exampleUrl] } };
}

const inOrder = (buttons: TemplateOrder['buttons']) => [
  ...buttons.filter(({ type }) => type === 'answer'),
  ...buttons.filter(({ type }) => type !== 'answer'),
];

function buttonComponent(button: TemplateOrder['buttons'][number]): Record<string, unknown> {
  const text = button.title.trim();
  if (button.type === 'url') return { type: 'URL', text, url: button.url };
  return button.type === 'call'
    ? { type: 'PHONE_NUMBER', text, phone_number: button.phone }
    : { type: 'QUICK_REPLY', text };
}

import { z } from 'zod';
import type { TemplateMedia } from '#contract/channels.ts';
import type { TemplateContent } from '#server/channels/port.ts';

const Component = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z
    .array(z.looseObject({ type: z.string(), text: z.string().default(''), url: z.string().optional() }))
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
    isFillable: body !== '' && parts.every(isFillable),
    buttons: buttons.map(({ type, text }) => ({ type: type.toLowerCase(), text })),
  };
}

/** Returns the media the header requires, by its format; null too for media that flows do not support. */
function mediaOf(header: Component | undefined): TemplateMedia | null {
  const format = header?.format?.toUpperCase();
  if (format === 'IMAGE') return 'image';
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

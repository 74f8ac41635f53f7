import type { TemplateLimits } from '#contract/channels/kind.ts';
import type { TemplateParts } from './calls.ts';

/** Faults of a template's fields; texts are in the locales. */
export const TEMPLATE_FAULTS = [
  'required',
  'too_long',
  'name_characters',
  'name_digits',
  'name_taken',
  'name_blocked',
  'variable_at_edge',
  'variables_adjacent',
  'variables_out_of_order',
  'variable_not_numbered',
  'variable_not_allowed',
  'braces',
  'line_breaks',
  'url',
  'phone',
  'repeated',
  'too_many_buttons',
  'buttons_mixed',
  'not_offered',
] as const;
export type TemplateFault = (typeof TEMPLATE_FAULTS)[number];

/** The fault of a field, by its path in the template: `name`, `body`, `examples.0`, `buttons.1.url`. */
export type TemplateProblem = { field: string; fault: TemplateFault; limit?: number };

/** The placeholders of a text in order, e.g. `['1', '2']`; repeated ones as often as they stand. */
export function placesIn(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name = '']) => name);
}

/** Number of different placeholders of a text: each has one example. */
export const placeCount = (text: string) => new Set(placesIn(text)).size;

/** Fills the placeholders of a text with values; those without a value stay. */
export function fillPlaces(text: string, values: readonly string[]): string {
  return text.replaceAll(PLACE, (whole, name: string) => values[Number(name) - 1]?.trim() || whole);
}

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;
const AT_START = /^\s*\{\{/;
const AT_END = /\}\}\s*$/;
const ADJACENT = /\}\}\s*\{\{/;
const NAME = /^[a-z0-9_]*$/;
const PHONE = /^\+[1-9]\d{6,14}$/;

/** The faults of a template's name. */
export function nameProblems(name: string, limits: TemplateLimits): TemplateProblem[] {
  if (name === '') return [{ field: 'name', fault: 'required' }];
  if (!NAME.test(name)) return [{ field: 'name', fault: 'name_characters' }];
  if (!limits.nameHasDigits && /\d/.test(name)) return [{ field: 'name', fault: 'name_digits' }];
  return tooLong('name', name, limits.maxNameLength);
}

/** The faults that the provider would refuse a template for, in the order of its fields. */
export function templateProblems(parts: TemplateParts, limits: TemplateLimits): TemplateProblem[] {
  return [
    ...headerProblems(parts, limits),
    ...bodyProblems(parts, limits),
    ...footerProblems(parts, limits),
    ...buttonProblems(parts, limits),
  ];
}

function headerProblems({ header }: TemplateParts, limits: TemplateLimits): TemplateProblem[] {
  if (header === null) return [];
  if (header.type !== 'text') {
    if (!limits.headerMedia.includes(header.type)) return [{ field: 'header', fault: 'not_offered' }];
    return header.fileId === null ? [{ field: 'header.fileId', fault: 'required' }] : [];
  }
  if (limits.maxHeaderLength === 0) return [{ field: 'header', fault: 'not_offered' }];
  if (header.text.trim() === '') return [{ field: 'header.text', fault: 'required' }];
  return [
    ...(header.text.includes('\n') ? [{ field: 'header.text', fault: 'line_breaks' as const }] : []),
    ...tooLong('header.text', header.text, limits.maxHeaderLength),
    ...(hasPlaces(header.text) ? [{ field: 'header.text', fault: 'variable_not_allowed' as const }] : []),
  ];
}

function bodyProblems({ body, examples }: TemplateParts, limits: TemplateLimits): TemplateProblem[] {
  if (body.trim() === '') return [{ field: 'body', fault: 'required' }];
  const faults = variableFaults(body);
  const places = faults.includes('variable_not_numbered') ? 0 : placeCount(body);
  const missing = Array.from({ length: places }, (_, index) => index).filter((index) => !examples[index]?.trim());
  return [
    ...tooLong('body', body, limits.maxBodyLength),
    ...faults.map((fault) => ({ field: 'body', fault })),
    ...missing.map((index) => ({ field: `examples.${index}`, fault: 'required' as const })),
    ...examples.slice(0, places).flatMap((example, index) => exampleProblems(example, `examples.${index}`)),
  ];
}

/** The rules of WhatsApp that the variables of a body break: https://developers.facebook.com/docs/whatsapp/message-templates/guidelines */
function variableFaults(body: string): TemplateFault[] {
  const places = placesIn(body);
  if (places.some((place) => !/^\d+$/.test(place))) return ['variable_not_numbered'];
  const firsts = [...new Set(places.map(Number))];
  const found: [TemplateFault, boolean][] = [
    ['braces', /[{}]/.test(body.replaceAll(PLACE, ''))],
    ['variables_out_of_order', firsts.some((place, index) => place !== index + 1)],
    ['variable_at_edge', AT_START.test(body) || AT_END.test(body)],
    ['variables_adjacent', ADJACENT.test(body)],
    ['line_breaks', /\n{3,}/.test(body)],
  ];
  return found.flatMap(([fault, isBroken]) => (isBroken ? [fault] : []));
}

function exampleProblems(example: string, field: string): TemplateProblem[] {
  return /[{}\n\t]/.test(example) ? [{ field, fault: 'braces' }] : [];
}

function footerProblems({ footer }: TemplateParts, limits: TemplateLimits): TemplateProblem[] {
  if (footer.trim() === '') return [];
  if (limits.maxFooterLength === 0) return [{ field: 'footer', fault: 'not_offered' }];
  return [
    ...tooLong('footer', footer, limits.maxFooterLength),
    ...(hasPlaces(footer) ? [{ field: 'footer', fault: 'variable_not_allowed' as const }] : []),
  ];
}

function buttonProblems({ buttons }: TemplateParts, { buttons: limits }: TemplateLimits): TemplateProblem[] {
  const count = (type: string) => buttons.filter((button) => button.type === type).length;
  const isOver =
    buttons.length > limits.total ||
    count('answer') > limits.answers ||
    count('url') > limits.urls ||
    count('call') > limits.calls;
  const isMixed = !limits.canMix && count('answer') > 0 && count('answer') < buttons.length;
  return [
    ...(isOver ? [{ field: 'buttons', fault: 'too_many_buttons' as const }] : []),
    ...(isMixed ? [{ field: 'buttons', fault: 'buttons_mixed' as const }] : []),
    ...buttons.flatMap((button, index): TemplateProblem[] => {
      const field = `buttons.${index}`;
      const isRepeated = buttons.findIndex(({ title }) => title.trim() === button.title.trim()) < index;
      return [
        ...(button.title.trim() === '' ? [{ field: `${field}.title`, fault: 'required' as const }] : []),
        ...tooLong(`${field}.title`, button.title, limits.maxTitleLength),
        ...(hasPlaces(button.title) ? [{ field: `${field}.title`, fault: 'variable_not_allowed' as const }] : []),
        ...(isRepeated && button.title.trim() ? [{ field: `${field}.title`, fault: 'repeated' as const }] : []),
        ...targetProblems(button, field),
      ];
    }),
  ];
}

function targetProblems(button: TemplateParts['buttons'][number], field: string): TemplateProblem[] {
  if (button.type === 'call') return PHONE.test(button.phone) ? [] : [{ field: `${field}.phone`, fault: 'phone' }];
  if (button.type === 'answer') return [];
  if (hasPlaces(button.url)) return [{ field: `${field}.url`, fault: 'variable_not_allowed' }];
  return WEB_ADDRESS.test(button.url) ? [] : [{ field: `${field}.url`, fault: 'url' }];
}

const WEB_ADDRESS = /^https?:\/\/[^\s/.]+(\.[^\s/.]+)+(:\d+)?(\/\S*)?$/i;

function tooLong(field: string, text: string, limit: number): TemplateProblem[] {
  return text.length > limit ? [{ field, fault: 'too_long', limit }] : [];
}

/** A brace of its own counts too: flows fill variables only in the body. */
const hasPlaces = (text: string) => /[{}]/.test(text);

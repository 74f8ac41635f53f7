import { MetaError } from './errors.ts';
import type { Parameter, TemplateUse } from './schemas.ts';
import type { Button, D360State, Message, MessageMedia, Template, TemplateButton } from './state.ts';

type Filled = Pick<Message, 'header' | 'text' | 'footer' | 'buttons' | 'media' | 'templateName'>;

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * Puts the parameters into an approved template.
 *
 * @throws MetaError 132000, 132001, 132005, 132012, 132015, 132016, 131008
 */
export function fillTemplate(state: D360State, wabaId: string, use: TemplateUse): Filled {
  const template = findSendable(state, wabaId, use);
  const part = (type: string) => template.components.find((component) => component.type.toUpperCase() === type);
  const given = (type: string) =>
    use.components.find((component) => component.type.toLowerCase() === type)?.parameters ?? [];

  const header = part('HEADER');
  const isMediaHeader = header !== undefined && header.format !== undefined && header.format.toUpperCase() !== 'TEXT';
  const words = isMediaHeader ? '' : fillText(header?.text ?? '', given('header'), 'header');
  const text = fillText(part('BODY')?.text ?? '', given('body'), 'body');
  if (text.length > 1024) throw new MetaError(132005, 'Translated text too long');
  return {
    templateName: template.name,
    header: header && !isMediaHeader ? words : null,
    media: isMediaHeader ? mediaOf(given('header'), header.format ?? '') : null,
    text,
    footer: part('FOOTER')?.text ?? null,
    buttons: fillButtons(part('BUTTONS')?.buttons ?? [], use),
  };
}

function findSendable(state: D360State, wabaId: string, { name, language }: TemplateUse): Template {
  const template = state.templates.find(
    (candidate) => candidate.wabaId === wabaId && candidate.name === name && candidate.language === language.code,
  );
  if (template?.status === 'PAUSED') throw new MetaError(132015, `Template ${name} is paused`);
  if (template?.status === 'DISABLED') throw new MetaError(132016, `Template ${name} is disabled`);
  if (template?.status === 'APPROVED') return template;
  throw new MetaError(132001, `template name (${name}) does not exist in ${language.code}`);
}

function fillText(text: string, parameters: Parameter[], where: string): string {
  const wanted = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
  if (wanted.length !== parameters.length) {
    const counts = `${where}: number of localizable_params (${parameters.length}) does not match the expected number of params (${wanted.length})`;
    throw new MetaError(132000, counts);
  }
  const valueByName = new Map(
    parameters.map((parameter, index) => [parameter.parameter_name ?? String(index + 1), parameter]),
  );
  return text.replaceAll(VARIABLE, (_match, name: string) => {
    const value = valueByName.get(name);
    if (!value || value.type !== 'text') throw new MetaError(132012, `${where}: parameter {{${name}}} must be a text`);
    if (!value.text) throw new MetaError(131008, `${where}: parameter {{${name}}} has an empty text`);
    if (/\n|\t| {4}/.test(value.text))
      throw new MetaError(132018, 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces');
    return value.text;
  });
}

const MEDIA_OF_FORMAT: Record<string, 'image' | 'video' | 'document'> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
};

/** One file, of the very format the template was approved with: an image does not stand for a document. */
function mediaOf(parameters: Parameter[], format: string): MessageMedia {
  const kind = MEDIA_OF_FORMAT[format.toUpperCase()];
  const [parameter] = parameters;
  if (parameters.length > 1) {
    const counts = `header: number of localizable_params (${parameters.length}) does not match the expected number of params (1)`;
    throw new MetaError(132000, counts);
  }
  if (!kind || parameter?.type !== kind) {
    const received = parameter?.type.toUpperCase() ?? 'UNKNOWN';
    throw new MetaError(132012, `header: Format mismatch, expected ${format}, received ${received}`);
  }
  const { link, id, filename }: { link?: string; id?: string; filename?: string } = parameter[kind] ?? {};
  if (link === undefined && id === undefined) throw new MetaError(131008, `header: ${kind}: link or id is required`);
  return { ...aLinkedImage(link ?? ''), kind, link: link ?? null, mediaId: id ?? null, filename: filename ?? null };
}

function fillButtons(buttons: TemplateButton[], use: TemplateUse): Button[] {
  const given = use.components.filter((component) => component.type.toLowerCase() === 'button');
  for (const { index } of given) {
    if (index === undefined || !buttons[index])
      throw new MetaError(132000, `buttons: there is no button at index ${index}`);
  }
  return buttons.map((button, index) => {
    const [parameter] = given.find((component) => component.index === index)?.parameters ?? [];
    const type = button.type.toUpperCase();
    if (type === 'QUICK_REPLY') return { kind: 'reply', id: parameter?.payload ?? button.text, title: button.text };
    if (type === 'PHONE_NUMBER') return { kind: 'call', id: button.phone_number ?? '', title: button.text };
    const url = button.url ?? '';
    const needsParameter = url.search(VARIABLE) >= 0;
    if (needsParameter && !parameter?.text)
      throw new MetaError(131008, `buttons: Button at index ${index} requires a parameter`);
    return { kind: 'url', id: url.replaceAll(VARIABLE, parameter?.text ?? ''), title: button.text };
  });
}

export const aLinkedImage = (link: string): MessageMedia => ({
  kind: 'image',
  mime: null,
  link,
  mediaId: null,
  caption: null,
  filename: null,
});

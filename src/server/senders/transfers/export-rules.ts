import { z } from 'zod';
import type { FileId, TextContent } from '#contract/texts/calls.ts';

/** The image of an offered sender, as the file store has it: its bytes are copied once the offer is accepted. */
export const OfferedImage = z.object({
  name: z.string(),
  mime: z.string(),
  storageKey: z.string(),
  sizeBytes: z.int(),
});
export type OfferedImage = z.infer<typeof OfferedImage>;

/** Fields of an offered sender in every kind. None of them holds an id of its cabinet. */
export const EXPORTED = { title: z.string(), image: OfferedImage.nullable() };

type WithContent = { content: TextContent };

export type SenderExport = { title: string; settings: WithContent; toFill: string[]; image: OfferedImage | null };

/**
 * Removes everything from settings that refers to their own cabinet, and lists what must be chosen again. All buttons except answers
 * are removed, since they lead to the sender's pages or phone.
 *
 * @returns `settings`: as the kind's own schema is to parse them
 */
export function exportSettings<Settings extends WithContent>(
  settings: Settings,
  image: OfferedImage | null,
): { settings: unknown; toFill: string[] } {
  const noted = new Set<string>();
  const { content } = settings;
  const buttons = content.buttons.filter(({ type }) => type === 'answer');
  if (buttons.length < content.buttons.length) noted.add('buttons');
  const stripped = strip('settings', { ...settings, content: { ...content, buttons } }, noted);
  if (content.imageId !== null && image === null) noted.add('image');
  return { settings: stripped, toFill: [...noted] };
}

/** Whether a setting refers to its own cabinet. */
export function isBoundToCabinet(name: string, value: unknown): boolean {
  const noted = new Set<string>();
  strip(name, value, noted);
  return noted.size > 0;
}

/** The settings with the image's new id. */
export function withImage<Settings extends WithContent>(settings: Settings, imageId: FileId | null): Settings {
  return { ...settings, content: { ...settings.content, imageId } };
}

/** The parts of an offered sender that the receiver sees before the answer. */
export function describeExport({ title, settings: { content }, toFill, image }: SenderExport) {
  const { texts, buttons } = content;
  return {
    title,
    text: texts.default,
    languages: Object.keys(texts).filter((language) => language !== 'default' && texts[language]?.trim()),
    buttonTitles: buttons.flatMap((button) =>
      button.type === 'answer' && button.declineTitle !== null ? [button.title, button.declineTitle] : [button.title],
    ),
    hasImage: image !== null,
    toFill,
  };
}

/** An id, alone or with a word of the thing that it names. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::\w+)?$/i;
const isId = (value: unknown) => typeof value === 'string' && ID.test(value);

/** The part of the settings that held an id, by the word for what must be chosen again. */
const WORD_OF: Readonly<Record<string, string>> = {
  channelIds: 'channels',
  templates: 'templates',
  branch: 'branches',
  branchIds: 'branches',
  service: 'services',
  serviceIds: 'services',
  offerServiceIds: 'services',
  service_category: 'services',
  master: 'masters',
  masterIds: 'masters',
};

/** Removes ids from lists, conditions and templates, with the objects that cannot be without them. The image is transferred separately. */
function strip(name: string, value: unknown, noted: Set<string>): unknown {
  if (isId(value)) return null;
  if (Array.isArray(value)) return stripList(name, value, noted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, strip(key, part, noted)]));
}

function stripList(name: string, list: readonly unknown[], noted: Set<string>): unknown[] {
  return list.flatMap((part) => {
    if (!isBound(part)) {
      const stripped = strip(name, part, noted);
      return isEmptyGroup(part, stripped) ? [] : [stripped];
    }
    const { field } = Object(part);
    noted.add(WORD_OF[typeof field === 'string' ? field : name] ?? 'conditions');
    return [];
  });
}

/** Whether a value is an id, or an object bound to one: a template of a channel, a condition with ids among its values. */
function isBound(part: unknown): boolean {
  if (isId(part)) return true;
  if (typeof part !== 'object' || part === null) return false;
  return Object.values(part).some((own) => isId(own) || (Array.isArray(own) && own.some(isId)));
}

/** Whether a group has lost all its conditions. */
function isEmptyGroup(before: unknown, after: unknown): boolean {
  const { conditions } = Object(after);
  return Array.isArray(conditions) && conditions.length === 0 && Object(before).conditions?.length > 0;
}

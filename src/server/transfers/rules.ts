import { z } from 'zod';
import type { FlowOptionValues } from '#contract/flows/option-values.ts';
import { optionsOf } from '#contract/flows/options.ts';
import type { OfferedFlow } from '#contract/flows/transfers.ts';
import type { FileId, TextContent } from '#contract/texts/calls.ts';
import { FlowId, FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { FlowToFill } from '#contract/flows/to-fill.ts';

/** The image of an offered flow or mailing, as the file store has it: its bytes are copied once the offer is accepted. */
export const OfferedImage = z.object({
  name: z.string(),
  mime: z.string(),
  storageKey: z.string(),
  sizeBytes: z.int(),
});
export type OfferedImage = z.infer<typeof OfferedImage>;

/** A flow for another cabinet, without any id of the sender's. */
export const FlowExport = z.object({
  kind: FlowKind,
  title: z.string(),
  settings: FlowSettings,
  toFill: z.array(FlowToFill),
  image: OfferedImage.nullable(),
});
export type FlowExport = z.infer<typeof FlowExport>;

/** A flow and the version that was offered. */
export const SentFlow = z.object({ flowId: FlowId, version: z.int() });
export type SentFlow = z.infer<typeof SentFlow>;

/**
 * Removes everything from a flow that refers to its own cabinet, and lists what must be filled. A report will go to the receiver's owner,
 * not to the sender's numbers; the review address and all buttons except answers are removed, since they lead to the sender's pages or
 * phone.
 */
export function exportFlow(
  { kind, title, settings }: Pick<FlowExport, 'kind' | 'title' | 'settings'>,
  image: OfferedImage | null,
): FlowExport {
  const noted = new Set<FlowToFill>();
  const options = { ...settings.options, ...boundOptions(kind) };
  const buttons = settings.content.buttons.filter(({ type }) => type === 'answer');
  if (buttons.length < settings.content.buttons.length) noted.add('buttons');
  const own = { ...settings, options, content: { ...settings.content, buttons } };
  const stripped = FlowSettings.parse(strip('settings', own, noted));
  if (settings.content.imageId !== null && image === null) noted.add('image');
  return { kind, title, settings: stripped, toFill: [...noted], image };
}

/** Options that refer to the sender's pages or phones, at their defaults. */
function boundOptions(kind: FlowKind): Partial<FlowOptionValues> {
  const { reportPhones, reviewUrl } = optionsOf(kind);
  return { ...(reportPhones && { reportPhones }), ...(reviewUrl !== undefined && { reviewUrl }) };
}

/** The parts of an offered flow that the receiver sees before the answer. */
export function describeExport({ kind, title, settings, toFill, image }: FlowExport): OfferedFlow {
  return { kind, title, ...describeContent(settings.content), hasImage: image !== null, toFill };
}

/** The parts of a message that the receiver sees before the answer. */
export function describeContent({
  texts,
  buttons,
}: TextContent): Pick<OfferedFlow, 'text' | 'languages' | 'buttonTitles'> {
  return {
    text: texts.default,
    languages: Object.keys(texts).filter((language) => language !== 'default' && texts[language]?.trim()),
    buttonTitles: buttons.flatMap((button) =>
      button.type === 'answer' && button.declineTitle !== null ? [button.title, button.declineTitle] : [button.title],
    ),
  };
}

/** The flow's settings with the image's new id. */
export function importSettings({ settings }: FlowExport, imageId: FileId | null): FlowSettings {
  return { ...settings, content: { ...settings.content, imageId } };
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (value: unknown) => typeof value === 'string' && ID.test(value);

/** The part of the settings that held an id, as the value of `FlowToFill` that must be chosen again. */
const WORD_OF: Readonly<Record<string, FlowToFill>> = {
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
export function strip(name: string, value: unknown, noted: Set<string>): unknown {
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

import type { ChannelId, ChannelTemplate, TemplateMedia } from '#contract/channels/calls.ts';
import { familyOf } from '#contract/channels/file-kinds.ts';
import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import type { TextTemplate } from '#contract/texts/calls.ts';
import type { OutgoingFile, StoredTemplate } from '#server/channels/port.ts';

/** A provider's template as last read, of a channel for which a sender has templates. */
export type KnownTemplate = Pick<ChannelTemplate, 'name' | 'language' | 'body' | 'media' | 'buttons' | 'status'> &
  Partial<Pick<StoredTemplate, 'category' | 'providerId'>> & { channelId: ChannelId };

/**
 * A chosen template that cannot be sent now: its status at the provider, and the media it needs and the text does not
 * have.
 */
export type BarredTemplate = Pick<TextTemplate, 'channelId' | 'name' | 'language'> & {
  status: string;
  missingMedia: TemplateMedia | null;
};

/** The picture or document of a text, as templates need it. */
export type Attachment = Pick<OutgoingFile, 'mime'> | null;

const APPROVED = 'approved';
const GONE = { status: 'deleted', media: null };

/**
 * Returns those of the chosen templates that the provider would refuse now. A channel whose templates were never read
 * has none.
 */
export function barredTemplates(
  chosen: readonly TextTemplate[],
  known: readonly KnownTemplate[],
  attachment: Attachment,
): BarredTemplate[] {
  const read = new Set(known.map(({ channelId }) => channelId));
  return chosen.flatMap(({ channelId, name, language }) => {
    if (!read.has(channelId)) return [];
    const { status, media } = known.find((one) => isSame(one, { channelId, name, language })) ?? GONE;
    const missingMedia = media !== null && !fitsAbove(media, attachment) ? media : null;
    return status === APPROVED && missingMedia === null ? [] : [{ channelId, name, language, status, missingMedia }];
  });
}

/** A WhatsApp template header takes either a picture, a PDF or a video, never one in place of another: docs/rules/texts.md. */
function fitsAbove(media: TemplateMedia, attachment: Attachment): boolean {
  if (attachment === null) return false;
  if (media === 'document') return attachment.mime === 'application/pdf';
  return familyOf(attachment.mime) === media;
}

export function usableTemplates(chosen: readonly TextTemplate[], barred: readonly BarredTemplate[]): TextTemplate[] {
  return chosen.filter((template) => !barred.some((one) => isSame(one, template)));
}

/** The first media header that a template of some channels needs and the text does not have. */
export function missingMedia(
  barred: readonly BarredTemplate[],
  channelIds: readonly ChannelId[],
): TemplateMedia | null {
  return (
    barred.find(({ missingMedia, channelId }) => missingMedia !== null && channelIds.includes(channelId))
      ?.missingMedia ?? null
  );
}

type Key = Pick<TextTemplate, 'channelId' | 'name' | 'language'>;

function isSame(one: Key, other: Key): boolean {
  return one.channelId === other.channelId && one.name === other.name && one.language === other.language;
}

/**
 * Proposes templates for a new text: for each channel the only approved template whose name fits, in each of its
 * languages, if it needs no picture, because a new text has none. The owner sees it in the editor before any message
 * is sent.
 * @param usual the name, compared in lower case, and the values of parameters in their order
 */
export function proposedTemplates(
  usual: FlowKindDeclaration['template'],
  channelId: ChannelId,
  known: readonly Pick<ChannelTemplate, 'name' | 'language' | 'status' | 'media' | 'isFillable' | 'parameterCount'>[],
): TextTemplate[] {
  const fitting = known.filter(
    ({ name, status, media, isFillable, parameterCount }) =>
      status === APPROVED &&
      isFillable &&
      media === null &&
      parameterCount <= usual.parameters.length &&
      usual.name.test(name.toLowerCase()),
  );
  if (new Set(fitting.map(({ name }) => name)).size !== 1) return [];
  return fitting.map(({ name, language, parameterCount }) => {
    return { channelId, name, language, parameters: usual.parameters.slice(0, parameterCount) };
  });
}

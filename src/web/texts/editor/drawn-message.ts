import { familyOf, takesFile } from '#contract/channels/file-kinds.ts';
import type { ChannelLimits } from '#contract/channels/kind.ts';
import { CHANNEL_KIND_NAMES, type ChannelKindName, FIRST_CHANNEL_KIND, traitsOf } from '#contract/channels/kinds.ts';
import { fitAttachment, fitButtons, type FittingButton } from '#contract/texts/fitting.ts';
import { withoutMarks } from '#contract/texts/marks.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import type { PhoneSkin } from '#web/ui/preview/PhoneBubble.tsx';

/** A button as the contact would see it, with its target. */
export type SeenButton = Exclude<FittingButton, { type: 'share_phone' }>;

export type SeenFile = { name: string; mime: string; url: string };

export type DrawnMessage = {
  text: string;
  /** Lines under the text: links, and buttons that the channel cannot show. */
  under: string;
  /** Buttons that the channel shows. */
  buttons: SeenButton[];
  /** Above the text; null without one, and where the channel sends it as a link in the text. */
  imageUrl: string | null;
  file: SeenFile | null;
  /** Differences from the message as written. */
  notes: (
    | 'numbered'
    | 'unanswered'
    | 'mixed'
    | 'call'
    | 'long'
    | 'link'
    | 'link_video'
    | 'link_audio'
    | 'sound_apart'
    | 'too_long'
  )[];
  /** Characters as the channel counts them, and its limit. */
  used: number;
  limit: number;
};

/** Limits of the first kind of channel whose messages look so. @param known kinds that have priority, in order */
function limitsOf(skin: PhoneSkin, known: readonly ChannelKindName[]): ChannelLimits {
  const kind = [...known, ...CHANNEL_KIND_NAMES].find((one) => CHANNEL_APPEARANCES[one].skin === skin);
  return traitsOf(kind ?? FIRST_CHANNEL_KIND);
}

type Given = {
  text: string;
  buttons: readonly SeenButton[];
  imageUrl: string | null;
  file: SeenFile | null;
};

/**
 * Fits a message to a channel by the same rules as the server, and describes the differences.
 *
 * @param known kinds of the cabinet's channels, those that count first
 */
export function drawMessage(
  skin: PhoneSkin,
  { text, buttons, imageUrl, file }: Given,
  known: readonly ChannelKindName[] = [],
): DrawnMessage {
  const limits = limitsOf(skin, known);
  const attached = fitAttachment(limits, { text, image: imageUrl === null ? null : { url: imageUrl }, file });
  const fit = fitButtons(limits, { text: attached.text, hasImage: attached.image !== null, buttons });
  const under = fit.text.slice(text.length).trimStart();
  const drawn = [skin === 'sms' ? withoutMarks(text) : text, under].filter(Boolean).join('\n\n');
  const limit = attached.image || attached.file ? limits.maxCaptionLength : limits.maxTextLength;
  const used = (skin === 'whatsapp' ? drawn : withoutMarks(drawn)).length;
  const isSoundApart = file !== null && !attached.file && isLinkedForText(limits, file.mime);
  const isLinked = (imageUrl !== null && !attached.image) || (file !== null && !attached.file);
  const isLong = attached.text.length > limits.buttons.maxTextLength;
  return {
    text: drawn,
    under,
    buttons: fit.buttons,
    imageUrl: attached.image?.url ?? null,
    file: attached.file,
    notes: [
      ...notesOf(skin, { buttons, shown: fit.buttons, isLong, hasInbound: limits.hasInbound }),
      ...(isLinked ? [isSoundApart ? ('sound_apart' as const) : linkNote(file)] : []),
      ...(used > limit ? ['too_long' as const] : []),
    ],
    used,
    limit,
  };
}

/** Whether the channel takes such sound, but not beside a text. */
const isLinkedForText = (limits: ChannelLimits, mime: string) =>
  familyOf(mime) === 'audio' && takesFile(limits, mime, '');

function linkNote(file: SeenFile | null): 'link' | 'link_video' | 'link_audio' {
  const family = familyOf(file?.mime ?? '');
  if (family === 'video') return 'link_video';
  return family === 'audio' ? 'link_audio' : 'link';
}

function notesOf(
  skin: PhoneSkin,
  {
    buttons,
    shown,
    isLong,
    hasInbound,
  }: { buttons: readonly SeenButton[]; shown: readonly SeenButton[]; isLong: boolean; hasInbound: boolean },
): DrawnMessage['notes'] {
  if (shown.length === buttons.length) return [];
  if (!hasInbound) return ['unanswered'];
  if (skin === 'sms') return ['numbered'];
  if (isLong) return ['long'];
  const countLinks = (some: readonly SeenButton[]) => some.filter(({ type }) => type === 'url').length;
  return countLinks(shown) < countLinks(buttons) ? ['mixed'] : ['call'];
}

import type { ChannelLimits } from '#contract/channel-kind.ts';
import { CHANNEL_KIND_NAMES, FIRST_CHANNEL_KIND, traitsOf } from '#contract/channel-kinds.ts';
import type { FlowButton } from '#contract/flows.ts';
import { withoutMarks } from '#contract/text-marks.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import type { PhoneSkin } from '#web/ui/PhoneBubble.tsx';

/** A button as the customer would see it, with what it opens. */
export type SeenButton = { type: FlowButton['type']; title: string; value: string };

export type SeenFile = { name: string; mime: string; url: string };

export type DrawnMessage = {
  text: string;
  /** What of it stands under the words: links and what buttons cannot be. */
  under: string;
  /** Those the channel shows as buttons. */
  buttons: SeenButton[];
  /** Above the text; null where the channel brings it as a link in the text, or there is none. */
  imageUrl: string | null;
  file: SeenFile | null;
  /** What the owner should know of it. */
  notes: ('numbered' | 'mixed' | 'call' | 'long' | 'link' | 'too_long')[];
  /** Characters as the channel counts them, and its limit. */
  used: number;
  limit: number;
};

/** Limits of the first kind of channel whose messages look so. */
function limitsOf(skin: PhoneSkin): ChannelLimits {
  const kind = CHANNEL_KIND_NAMES.find((one) => CHANNEL_APPEARANCES[one].skin === skin);
  return traitsOf(kind ?? FIRST_CHANNEL_KIND);
}

type Given = {
  text: string;
  buttons: readonly SeenButton[];
  imageUrl: string | null;
  file: SeenFile | null;
};

/**
 * A message as a channel would show it: buttons it lacks stand in the text, answers with their numbers, links and phones
 * on lines of their own, and what it cannot carry is a link, as the server sends them.
 */
export function drawMessage(skin: PhoneSkin, { text, buttons, imageUrl, file }: Given): DrawnMessage {
  const limits = limitsOf(skin);
  const isCaption = text.length <= limits.maxCaptionLength;
  const image = isCaption ? imageUrl : null;
  const carried = file && isCaption && (limits.documentMimes?.includes(file.mime) ?? true) ? file : null;
  const links = [...(imageUrl && !image ? [imageUrl] : []), ...(file && !carried ? [`${file.name}: ${file.url}`] : [])];

  const words = skin === 'whatsapp' ? text : withoutMarks(text);
  const isLong = limits.buttons.maxTextLength > 0 && words.length > limits.buttons.maxTextLength;
  const shown = isLong ? [] : shownButtons(limits, buttons);
  const lacking = buttons.filter((button) => !shown.includes(button));
  const limit = image || carried ? limits.maxCaptionLength : limits.maxTextLength;
  const under = [...links, linesOf(buttons, lacking)].filter(Boolean).join('\n\n');
  const drawn = [skin === 'sms' ? words : text, under].filter(Boolean).join('\n\n');
  const used = (skin === 'whatsapp' ? drawn : withoutMarks(drawn)).length;
  return {
    text: drawn,
    under,
    buttons: shown,
    imageUrl: image,
    file: carried,
    notes: [
      ...notesOf(skin, lacking, isLong),
      ...(links.length > 0 ? ['link' as const] : []),
      ...(used > limit ? ['too_long' as const] : []),
    ],
    used,
    limit,
  };
}

/** Answers win over links where they cannot stand together: an answer is what is waited for. */
function shownButtons({ buttons: can }: ChannelLimits, buttons: readonly SeenButton[]): SeenButton[] {
  const of = (type: SeenButton['type'], count: number) =>
    buttons.filter((button) => button.type === type).slice(0, count);
  const answers = of('answer', Infinity).length <= can.answers ? of('answer', can.answers) : [];
  if (can.canMix) return [...answers, ...of('url', can.urls), ...of('call', can.calls)];
  if (answers.length > 0) return answers;
  return can.urls > 0 && of('url', 1).length > 0 ? of('url', can.urls) : of('call', can.calls);
}

function linesOf(buttons: readonly SeenButton[], lacking: readonly SeenButton[]): string {
  const answers = buttons.filter(({ type }) => type === 'answer');
  return [
    ...answers.flatMap((answer, index) => (lacking.includes(answer) ? [`${index + 1} - ${answer.title}`] : [])),
    ...lacking.flatMap(({ type, title, value }) => (type === 'answer' ? [] : [`${title}: ${value}`])),
  ].join('\n');
}

function notesOf(skin: PhoneSkin, lacking: readonly SeenButton[], isLong: boolean): DrawnMessage['notes'] {
  if (lacking.length === 0) return [];
  if (skin === 'sms') return ['numbered'];
  if (isLong) return ['long'];
  return lacking.some(({ type }) => type === 'url') ? ['mixed'] : ['call'];
}

import { takesFile } from '#contract/channels/file-kinds.ts';
import type { ChannelLimits } from '#contract/channels/kind.ts';

/** A button before it is fitted to a channel. */
export type FittingButton =
  | { type: 'answer'; title: string }
  | { type: 'url'; title: string; url: string }
  | { type: 'call'; title: string; phone: string }
  /** Requests a Telegram user's phone number. */
  | { type: 'share_phone'; title: string };

type Image = { url: string };
type File = { url: string; name: string; mime: string };
type Attached<I extends Image, F extends File> = { text: string; image: I | null; file?: F | null };

/** The content of a message, before its buttons are fitted to a channel. */
export type ButtonedText<Button extends FittingButton> = {
  text: string;
  hasImage: boolean;
  buttons: readonly Button[];
};

export type FitText<Button extends FittingButton> = {
  text: string;
  /** The buttons the channel can show. */
  buttons: Button[];
};

/**
 * Fits a message to a channel: its attachment, its buttons, and its text, which is cut where the channel allows no
 * more. One contact's long values must not fail like an error of the sender.
 */
export function fitMessage<I extends Image, F extends File, Button extends FittingButton>(
  limits: ChannelLimits,
  content: Attached<I, F> & { buttons: readonly Button[] },
): Required<Attached<I, F>> & FitText<Button> {
  const { image, file, ...attached } = fitAttachment(limits, content);
  const fit = fitButtons(limits, { text: attached.text, hasImage: image !== null, buttons: content.buttons });
  const beyond = fit.text.length - limits.maxTextLength;
  if (beyond <= 0 || content.text.length <= beyond) return { ...fit, image, file };
  return fitMessage(limits, { ...content, text: shortened(content.text, content.text.length - beyond) });
}

/** @param length maximum, including the ellipsis */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const words = text.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, '');
  return `${words.trimEnd()}…`;
}

/**
 * Fits buttons to a channel; others become text: answers as `1 - Подтвердить`, links and phones on lines of their own.
 * Answers stay together: either all are buttons or all are numbered. Where nobody can answer, they are left out.
 */
export function fitButtons<Button extends FittingButton>(
  limits: ChannelLimits,
  content: ButtonedText<Button>,
): FitText<Button> {
  const answers = content.buttons.filter((button) => button.type === 'answer');
  const shown = new Set(choose(limits, content));
  const numbered = limits.hasInbound ? answers : [];
  const lines = [
    ...numbered.flatMap((answer, index) => (shown.has(answer) ? [] : [`${index + 1} - ${answer.title}`])),
    ...content.buttons.flatMap((button) => (shown.has(button) ? [] : lineOf(button))),
  ];
  return {
    text: [content.text, lines.join('\n')].filter(Boolean).join('\n\n'),
    buttons: content.buttons.filter((button) => shown.has(button)).map((button) => shorten(limits, button)),
  };
}

/**
 * Fits an attachment to a channel: where it cannot be sent, or the text is too long for it, its URL becomes a line of
 * the text.
 */
export function fitAttachment<I extends Image, F extends File>(
  can: ChannelLimits,
  { text, image, file = null }: Attached<I, F>,
): Required<Attached<I, F>> {
  const isCaption = text.length <= can.maxCaptionLength;
  const hasImage = isCaption && can.maxImageMegabytes > 0;
  const hasFile = file !== null && takesFile(can, file.mime, text);
  const lines = [
    ...(image && !hasImage ? [image.url] : []),
    ...(file && !hasFile ? [`${file.name}: ${file.url}`] : []),
  ];
  return {
    text: [text, ...lines].filter(Boolean).join('\n\n'),
    image: hasImage ? image : null,
    file: hasFile ? file : null,
  };
}

/**
 * Chooses the buttons that stay. Answers have priority over links where they cannot be combined: the answer is the
 * purpose.
 */
function choose<Button extends FittingButton>(
  { buttons: can }: ChannelLimits,
  { text, hasImage, buttons }: ButtonedText<Button>,
): Button[] {
  if (hasImage && !can.withImage) return [];
  if (text.length > can.maxTextLength) return [];
  const answers = buttons.filter(({ type }) => type === 'answer');
  const urls = buttons.filter(({ type }) => type === 'url').slice(0, can.urls);
  const calls = buttons.filter(({ type }) => type === 'call').slice(0, can.calls);
  const others = buttons.filter(({ type }) => type === 'share_phone');
  const fitting = answers.length <= can.answers ? answers : [];
  if (can.canMix) return [...fitting, ...urls, ...calls, ...others];
  if (fitting.length > 0) return fitting;
  return urls.length > 0 ? urls : calls;
}

function lineOf(button: FittingButton): string[] {
  if (button.type === 'url') return [`${button.title}: ${button.url}`];
  if (button.type === 'call') return [`${button.title}: ${button.phone}`];
  return [];
}

function shorten<Button extends FittingButton>({ buttons: can }: ChannelLimits, button: Button): Button {
  const letters = [...button.title];
  if (letters.length <= can.maxTitleLength) return button;
  return { ...button, title: `${letters.slice(0, can.maxTitleLength - 1).join('')}…` };
}

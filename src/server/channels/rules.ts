import type { ChannelTraits } from '#contract/channel-kind.ts';
import { declarationOf } from '#contract/channel-kinds.ts';
import type { ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels.ts';
import type { ErrorClass } from '#contract/delivery.ts';
import type { Credentials, OutgoingButton, OutgoingMessage } from './port.ts';

/**
 * Fits a message to a channel: its attachment, its buttons, and its text, which is cut where the channel allows no
 * more.
 * One contact's long values must not fail like an error of the flow.
 */
export function fitMessage(
  traits: ChannelTraits,
  content: Attached & { buttons: readonly OutgoingButton[] },
): Required<Attached> & Omit<FitText, 'text'> {
  const { image, file, ...attached } = fitAttachment(traits, content);
  const fit = fitButtons(traits, { text: attached.text, hasImage: image !== null, buttons: content.buttons });
  const beyond = fit.text.length - traits.maxTextLength;
  if (beyond <= 0 || content.text.length <= beyond) return { ...fit, image, file };
  return fitMessage(traits, { ...content, text: shortened(content.text, content.text.length - beyond) });
}

/** @param length maximum, including the ellipsis */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const words = text.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, '');
  return `${words.trimEnd()}…`;
}

/** The content of a message, before it is fitted to a channel. */
export type ButtonedText = { text: string; hasImage: boolean; buttons: readonly OutgoingButton[] };

export type FitText = {
  text: string;
  /** The buttons the channel can show. */
  buttons: OutgoingButton[];
  /** Every answer with its number: a contact may always type it, and must where the channel shows no buttons. */
  numbered: { number: number; title: string; id: string }[];
};

/**
 * Fits buttons to a channel; others become text: answers as `1 - Подтвердить`, links and phones on lines of their own.
 * Answers stay together: either all are buttons or all are numbered.
 */
export function fitButtons(traits: ChannelTraits, content: ButtonedText): FitText {
  const answers = content.buttons.filter((button) => button.type === 'answer');
  const shown = new Set(choose(traits, content));
  const lines = [
    ...answers.flatMap((answer, index) => (shown.has(answer) ? [] : [`${index + 1} - ${answer.title}`])),
    ...content.buttons.flatMap((button) => (shown.has(button) ? [] : lineOf(button))),
  ];
  return {
    text: [content.text, lines.join('\n')].filter(Boolean).join('\n\n'),
    buttons: content.buttons.filter((button) => shown.has(button)).map((button) => shorten(traits, button)),
    numbered: answers.map(({ title, id }, index) => ({ number: index + 1, title, id })),
  };
}

type Attached = Pick<OutgoingMessage, 'text' | 'image' | 'file'>;

/**
 * Fits an attachment to a channel: where it cannot be sent, or the text is too long for it, its URL becomes a line of
 * the
 * text.
 */
export function fitAttachment(can: ChannelTraits, { text, image, file = null }: Attached): Required<Attached> {
  const isCaption = text.length <= can.maxCaptionLength;
  const hasImage = isCaption && can.maxImageMegabytes > 0;
  const takesFile = can.maxDocumentMegabytes > 0 && (can.documentMimes?.includes(file?.mime ?? '') ?? true);
  const hasFile = isCaption && takesFile;
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
function choose({ buttons: can }: ChannelTraits, { text, hasImage, buttons }: ButtonedText): OutgoingButton[] {
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

function lineOf(button: OutgoingButton): string[] {
  if (button.type === 'url') return [`${button.title}: ${button.url}`];
  if (button.type === 'call') return [`${button.title}: ${button.phone}`];
  return [];
}

function shorten({ buttons: can }: ChannelTraits, button: OutgoingButton): OutgoingButton {
  const letters = [...button.title];
  if (letters.length <= can.maxTitleLength) return button;
  return { ...button, title: `${letters.slice(0, can.maxTitleLength - 1).join('')}…` };
}

/**
 * Effect of a problem on a channel. `NotAuthorized` and `error` stop sending; the others only notify: the provider may
 * accept messages while its webhooks do not reach us, or while it is slow to answer a check.
 */
export const STATE_OF_TROUBLE: Readonly<Record<ChannelTrouble, ChannelState>> = {
  wrong_key: 'NotAuthorized',
  wrong_token: 'NotAuthorized',
  wrong_credentials: 'NotAuthorized',
  not_permitted: 'NotAuthorized',
  blocked: 'error',
  payment_needed: 'error',
  hook_refused: 'error',
  hook_failing: 'Authorized',
  unreachable: 'Authorized',
  unexpected_answer: 'Authorized',
};

/** Maps a failed send to a problem of the channel; null when the cause is the message or the contact. */
export function troubleOfError(kind: ChannelKind, errorClass: ErrorClass): ChannelTrouble | null {
  if (errorClass === 'auth') return declarationOf(kind).wrongSecret;
  if (errorClass === 'account_blocked') return 'blocked';
  return errorClass === 'quota' ? 'payment_needed' : null;
}

/** Builds the claim of a sender: the values of the fields that its kind declares as unique. */
export function claimOf(kind: ChannelKind, credentials: Credentials): string {
  return declarationOf(kind)
    .claimedBy.map((name) => credentials[name] ?? '')
    .join('\n');
}

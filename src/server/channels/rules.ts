import type { ChannelTraits } from '#contract/channel-kind.ts';
import { declarationOf } from '#contract/channel-kinds.ts';
import type { ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels.ts';
import type { ErrorClass } from '#contract/delivery.ts';
import type { Credentials, OutgoingButton, OutgoingMessage } from './port.ts';

/**
 * Makes a message fit for a channel: what hangs on it, its buttons, and its words, which end sooner where the channel
 * takes no more. What one customer is told at length must not be refused like a fault of the flow.
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

/** @param length at most, with the sign that something is left out */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const words = text.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, '');
  return `${words.trimEnd()}…`;
}

/** What a message says to the customer, before it is made fit for a channel. */
export type ButtonedText = { text: string; hasImage: boolean; buttons: readonly OutgoingButton[] };

export type FitText = {
  text: string;
  /** Those the channel can show. */
  buttons: OutgoingButton[];
  /** Every answer with its number: a customer may always type it, and must where the channel shows no buttons. */
  numbered: { number: number; title: string; id: string }[];
};

/**
 * Makes buttons fit for a channel; what it cannot show becomes text: answers as `1 - Подтвердить`, links and phones on
 * lines of their own. Answers stay together: either all are buttons or all are numbered.
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
 * Makes an attachment fit for a channel: where it cannot be carried, or the text is too long to stand under it, its
 * address becomes a line of the text.
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

/** The buttons that stay buttons. Answers win over links where they cannot stand together: an answer is what is waited for. */
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
 * What a trouble does to a channel. `NotAuthorized` and `error` stop sending; the others only tell: the provider may
 * well take messages while its posts do not reach us, or while it is slow to answer a question.
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

/** What a failed send says of the channel itself; null when the fault lies with the message or the customer. */
export function troubleOfError(kind: ChannelKind, errorClass: ErrorClass): ChannelTrouble | null {
  if (errorClass === 'auth') return declarationOf(kind).wrongSecret;
  if (errorClass === 'account_blocked') return 'blocked';
  return errorClass === 'quota' ? 'payment_needed' : null;
}

/** What makes a sender one cabinet's: the values of the fields its kind is claimed by. */
export function claimOf(kind: ChannelKind, credentials: Credentials): string {
  return declarationOf(kind)
    .claimedBy.map((name) => credentials[name] ?? '')
    .join('\n');
}

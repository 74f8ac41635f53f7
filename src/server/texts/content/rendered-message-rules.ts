import { z } from 'zod';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import { fitAttachment, fitMessage, type FittingButton } from '#contract/texts/fitting.ts';
import type { OutgoingFile, OutgoingMessage } from '#server/channels/port.ts';
import type { ContentButton, ContentTemplate, MessageContent } from './message-content.ts';

/** A message in the form in which a channel sends it. */
export type RenderedMessage =
  | {
      form: 'text';
      text: string;
      image: OutgoingMessage['image'];
      file: OutgoingFile | null;
      buttons: ContentButton[];
    }
  | { form: 'template'; text: string; template: ContentTemplate }
  /** Free text is not allowed, and there is no template. */
  | { form: 'none'; text: string };

type SentContent<I, F> = {
  text: string;
  image?: I | null | undefined;
  file?: F | null | undefined;
  asTemplate?: boolean | undefined;
  leftBy?: { header?: Header | null | undefined } | null | undefined;
  templates?: readonly { header?: Header | null | undefined }[];
};
type Header = { type: string; url: string; name?: string | undefined };

/**
 * The picture, or the file, that a message carried: that of the header of the template it was sent by, or its own where the
 * channel takes it beside free text.
 */
export function carriedMedia<I extends { url: string }, F extends { url: string; name: string; mime: string }>(
  limits: ChannelTraits,
  { text, image = null, file = null, leftBy, asTemplate, templates = [] }: SentContent<I, F>,
): { image: I | null; file: F | null; header: Header | null } {
  if (leftBy || asTemplate) {
    const { header = null } = leftBy ?? templates[0] ?? {};
    return { image: null, file: null, header };
  }
  const fit = fitAttachment(limits, { text, image, file });
  return { image: fit.image, file: fit.file, header: null };
}

/** A button of a stored message, as far as it is shown. */
export const StoredButton = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answer'), title: z.string() }),
  z.object({ type: z.literal('url'), title: z.string(), url: z.string() }),
  z.object({ type: z.literal('call'), title: z.string(), phone: z.string() }),
  z.object({ type: z.literal('share_phone'), title: z.string() }),
]);

/** The buttons of a message's own text that a channel shows; the others are lines of the text. */
export function shownButtons<
  I extends { url: string },
  F extends { url: string; name: string; mime: string },
  B extends FittingButton,
>(
  limits: ChannelTraits,
  {
    text,
    image = null,
    file = null,
    buttons,
  }: { text: string; image?: I | null | undefined; file?: F | null | undefined; buttons: readonly B[] },
): B[] {
  return fitMessage(limits, { text, image, file, buttons }).buttons;
}

/**
 * The form of a message on a channel: its own text, fitted to the channel, or the channel's template where free text is
 * not allowed. Dispatch sends by it, and everything that shows a message before it is sent shows this form.
 */
export function leavingForm(
  content: MessageContent,
  channel: { id: string; traits: ChannelTraits },
  isWindowOpen: boolean,
): RenderedMessage {
  if (isWindowOpen && !content.asTemplate) return { form: 'text', ...fitMessage(channel.traits, content) };
  const template = content.templates.find(({ channelId }) => channelId === channel.id);
  if (!template) return { form: 'none', text: content.text };
  return { form: 'template', text: template.text ?? content.text, template };
}

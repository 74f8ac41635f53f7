import type { ChannelTraits } from '#contract/channels/kind.ts';
import { fitMessage } from '#contract/texts/fitting.ts';
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

import type { ContactPreview, TextPreview } from '#contract/texts/previews.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import type { WrittenContent } from './content-rules.ts';
import { leavingForm } from './rendered-message-rules.ts';
import type { KnownTemplate } from './template-rules.ts';

type Way = { id: string; traits: ChannelTraits };

/** Whether the channel allows free text only for a while after the contact wrote. */
export const hasWindow = ({ traits }: Way): boolean => traits.windowHours !== null;

/**
 * A written message in both forms, and the form in which the channel would send it.
 * @param ways the channels of the text in the order they are tried; the first that needs a template shows it where `channel` needs none
 */
export function formsOf(
  written: WrittenContent,
  knownTemplates: readonly KnownTemplate[],
  { ways, channel, isWindowOpen }: { ways: readonly Way[]; channel: Way | undefined; isWindowOpen: boolean },
): TextPreview & Pick<ContactPreview, 'form'> {
  const windowed = [...(channel ? [channel] : []), ...ways].find(hasWindow);
  return {
    ...previewOf(written, knownTemplates, windowed?.id),
    form: channel ? leavingForm(written.content, channel, isWindowOpen).form : 'text',
  };
}

/**
 * A written message as a preview shows it.
 * @param channelId the channel whose template is shown; undefined where none needs one
 */
export function previewOf(
  { content, emptyVariables, language, runs }: WrittenContent,
  knownTemplates: readonly KnownTemplate[],
  channelId: string | undefined,
): TextPreview {
  const { text, image, file = null, templates } = content;
  return {
    text,
    runs: runs(),
    language,
    buttons: content.buttons.flatMap(({ type, title }) => (type === 'share_phone' ? [] : [{ type, title }])),
    imageUrl: image?.url ?? null,
    file,
    emptyVariables,
    template: templateOf({ templates, file }, knownTemplates, channelId),
  };
}

function templateOf(
  { templates, file = null }: Pick<WrittenContent['content'], 'templates' | 'file'>,
  knownTemplates: readonly KnownTemplate[],
  channelId: string | undefined,
): TextPreview['template'] {
  const sent = templates.find((one) => one.channelId === channelId);
  const known = knownTemplates.find(
    (one) => one.channelId === sent?.channelId && one.name === sent.name && one.language === sent.language,
  );
  if (!sent?.text || !known) return null;
  const { name, text, header } = sent;
  return {
    name,
    text,
    buttons: known.buttons.map((button) => button.text),
    imageUrl: header?.type === 'image' ? header.url : null,
    file: header && header.type !== 'image' ? file : null,
  };
}

/** Orders previews by their faults: missing values first, then the longest text. */
export function compareFaults(one: TextPreview, other: TextPreview): number {
  return other.emptyVariables.length - one.emptyVariables.length || other.text.length - one.text.length;
}

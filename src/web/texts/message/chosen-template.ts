import type { ChannelId, ChannelTemplate } from '#contract/channels/calls.ts';
import type { TextTemplate } from '#contract/texts/calls.ts';

/** Values of the places of a template, in their order; `name`: a pattern of the names they are meant for, in lower case. */
export type UsualTemplate = { name?: RegExp; parameters: readonly string[] };

const CLIENT_NAME = '{clientName}';

/**
 * A template as it is chosen for a message. A place whose meaning is not known is empty: under another name than the usual
 * one only the first is, which is the client's name where the usual template begins with it.
 */
export function chosenTemplate(
  channelId: ChannelId,
  { name, language, parameterCount }: Pick<ChannelTemplate, 'name' | 'language' | 'parameterCount'>,
  usual: UsualTemplate,
): TextTemplate {
  const isUsual = usual.name?.test(name.toLowerCase()) ?? true;
  const known = isUsual ? usual.parameters : usual.parameters.slice(0, 1).filter((first) => first === CLIENT_NAME);
  const parameters = Array.from({ length: parameterCount }, (_, index) => known[index] ?? '');
  return { channelId, name, language, parameters };
}

import { familyOf, maxMegabytesOf } from '#contract/channels/file-kinds.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { AnswerWay } from '#contract/conversations/calls.ts';
import type { AnswerTemplate } from '#contract/conversations/answers.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { ContentTemplate, MessageContent } from '#server/texts/content/message-content.ts';
import { languageOf } from '#server/contacts/book/rules.ts';
import { namelessParameter } from '#server/texts/content/nameless-rules.ts';
import { fillTemplate, type RenderedText } from '#server/texts/content/text-rules.ts';
import type { AnswerTemplateKnown } from './way-actions.ts';

const BYTES_PER_MEGABYTE = 1_048_576;

/** An uploaded file of an answer. */
export type AnswerFile = { url: string; mime: string; name: string; sizeBytes: number };

/**
 * The way an answer takes.
 *
 * @throws {Problem} `conversation.no_channel`, `conversation.channel_closed`, or `conversation.window_closed` where only
 * a template is taken and there is none
 */
export function toAnswerable(ways: readonly AnswerWay[], channelId: ChannelId | null, isTemplate: boolean): AnswerWay {
  if (channelId === null) {
    const isClosed = ways.some(({ blocker }) => blocker === 'closed');
    throw new Problem(isClosed ? 'conversation.window_closed' : 'conversation.no_channel');
  }
  const way = ways.find((one) => one.channelId === channelId);
  if (!way) throw new Problem('conversation.channel_closed', { blocker: 'unreachable' });
  const { blocker } = way;
  if (blocker === null || (blocker === 'closed' && isTemplate)) return way;
  if (blocker === 'closed') throw new Problem('conversation.window_closed');
  throw new Problem('conversation.channel_closed', { blocker });
}

/** The content of a text with its file, within the channel's limits. */
export function textContent(text: string, file: AnswerFile | null, traits: ChannelTraits): MessageContent {
  const plain = { text, image: null, buttons: [], templates: [] };
  const max = file ? traits.maxCaptionLength : traits.maxTextLength;
  if (text.length > max) throw new Problem('conversation.text_unfit', { max });
  if (!file) return plain;
  const { url, mime, name } = file;
  const isImage = mime.startsWith('image/');
  const maxMegabytes = maxMegabytesOf(traits, mime);
  if (maxMegabytes === 0) throw new Problem('conversation.file_unfit', { why: 'not_taken' });
  if (file.sizeBytes > maxMegabytes * BYTES_PER_MEGABYTE)
    throw new Problem('conversation.file_unfit', { why: 'too_big', maxMegabytes });
  return isImage ? { ...plain, image: { url, mime } } : { ...plain, file: { url, mime, name } };
}

export type TemplateAnswer = AnswerTemplate & {
  channelId: ChannelId;
  file: AnswerFile | null;
  /** The channel's templates that can be sent. */
  known: readonly AnswerTemplateKnown[];
  /** Fills the variables of a parameter. */
  fill: (text: string) => RenderedText;
};

/**
 * The content of a template with its parameters.
 *
 * @throws {Problem} `conversation.template_unfit`: it is not there, or its parameters or its file do not fit it
 */
export function templateContent(answer: TemplateAnswer): MessageContent {
  const { name, language, channelId, file } = answer;
  const template = answer.known.find((one) => one.name === name && one.language === language);
  const unfit = (why: string, more = {}) => new Problem('conversation.template_unfit', { why, ...more });
  if (!template) throw unfit('not_there');
  if (answer.parameters.length !== template.parameterCount)
    throw unfit('parameters', { wanted: template.parameterCount });
  const parameters = answer.parameters.map((parameter, index) => {
    const place = { body: template.body, place: index + 1, language: languageOf(language) ?? 'ru' };
    return answer.fill(parameter).text.replaceAll(/\s+/g, ' ') || (namelessParameter(parameter, place) ?? '');
  });
  const empty = parameters.indexOf('');
  if (empty >= 0) throw unfit('empty', { number: empty + 1 });
  const header = headerOf(template, file);
  if (template.media !== null && !header) throw unfit(template.media);
  const text = fillTemplate(template.body, parameters);
  const sent: ContentTemplate = { channelId, name, language, parameters, text, ...(header && { header }) };
  return { text, image: null, buttons: [], templates: [sent], asTemplate: true };
}

function headerOf({ media }: AnswerTemplateKnown, file: AnswerFile | null): ContentTemplate['header'] | null {
  if (media === null || !file) return null;
  const family = familyOf(file.mime);
  if (family !== media) return null;
  return media === 'document' ? { type: 'document', url: file.url, name: file.name } : { type: media, url: file.url };
}

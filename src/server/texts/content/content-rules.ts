import type { VariableValues } from './variable-rules.ts';
import type { ContentButton, ContentTemplate, MessageContent } from './message-content.ts';
import type { TextButton, TextContent, TextTemplate, TextVariable } from '#contract/texts/calls.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';
import type { Language } from '#contract/primitives.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { languageOf } from '#server/contacts/book/rules.ts';
import type { OutgoingFile, TemplateHeader } from '#server/channels/port.ts';
import { shortened } from '#contract/texts/fitting.ts';
import { visitAnswerId, OPT_OUT_BUTTON, type Answer, answerTitle, isDefaultAnswerTitle } from './answer-rules.ts';
import { namelessParameter } from './nameless-rules.ts';
import { barredTemplates, type KnownTemplate, usableTemplates } from './template-rules.ts';
import { chooseText, fillTemplate, renderParameter, renderRuns, renderText, type TextRun } from './text-rules.ts';

/** The recipient and occasion of a message. */
export type ContentFacts = {
  /** The values of variables in a language, supplied by the sender. */
  values: (language: Language) => VariableValues;
  subject: { kind: SubjectKind; id: string; timeVersion: number };
  /** The contact's language; null where unknown. */
  customerLanguage: string | null;
  cabinetLanguage: Language;
  /** Sent to the owner's own number: its answer buttons change no visit. */
  isTest: boolean;
  /** The flow's picture or document, with the address from which the provider fetches it. */
  attachment: OutgoingFile | null;
  /** The provider's templates as last read, of the channels for which the flow has templates. */
  knownTemplates: readonly KnownTemplate[];
};

export type WrittenContent = {
  content: MessageContent;
  emptyVariables: TextVariable[];
  language: Language;
  /** Renders the text again, for callers that show which variables are empty. */
  runs: () => TextRun[];
};

/**
 * Writes a flow's message to one contact: text, buttons and template parameters in one language, with variables
 * filled.
 */
export function writeContent(content: TextContent, facts: ContentFacts): WrittenContent {
  const chosen = chooseText(content.texts, facts.customerLanguage, facts.cabinetLanguage);
  const values = facts.values(chosen.language);
  const rendered = renderText(chosen.text, values);
  const usable = usableTemplates(
    content.templates,
    barredTemplates(content.templates, facts.knownTemplates, facts.attachment),
  );
  return {
    content: {
      text: rendered.text,
      ...attachmentIn(facts.attachment),
      buttons: content.buttons.flatMap((button, index) => writeButton(button, index, facts, chosen.language)),
      templates: templatesIn(usable, chosen.language).map((template) => writeTemplate(template, facts)),
      ...(content.shortensLinks && { shortensLinks: true as const }),
    },
    emptyVariables: rendered.emptyVariables,
    language: chosen.language,
    runs: () => renderRuns(chosen.text, values),
  };
}

function attachmentIn(attachment: OutgoingFile | null): Pick<MessageContent, 'image' | 'file'> {
  if (!attachment?.mime.startsWith('image/')) return { image: null, ...(attachment && { file: attachment }) };
  const { url, mime } = attachment;
  return { image: { url, mime } };
}

/** Chooses one template for each channel: in the language of the text, else the first in the owner's order. */
function templatesIn(templates: readonly TextTemplate[], language: Language): TextTemplate[] {
  const perChannel = Map.groupBy(templates, ({ channelId }) => channelId);
  return [...perChannel.values()].flatMap(
    (ofChannel) => ofChannel.find((template) => languageOf(template.language) === language) ?? ofChannel.slice(0, 1),
  );
}

/** Fills the parameters in the template's own language, not the contact's. */
function writeTemplate(template: TextTemplate, facts: ContentFacts): ContentTemplate {
  const { channelId, name, language } = template;
  const spoken = languageOf(language) ?? facts.cabinetLanguage;
  const values = facts.values(spoken);
  const known = facts.knownTemplates.find(
    (one) => one.channelId === channelId && one.name === name && one.language === language,
  );
  const parameters = template.parameters.map((parameter, index) => {
    const place = { body: known?.body ?? '', place: index + 1, language: spoken };
    return renderParameter(parameter, values, namelessParameter(parameter, place));
  });
  const written = { channelId, name, language, parameters };
  if (!known) return written;
  const fitting = fittingParameters(known.body, parameters);
  const places = known.buttons.flatMap(({ type }, index) => (type === 'quick_reply' ? [index] : []));
  const header = headerOf(known.media, facts.attachment);
  const text = fillTemplate(known.body, fitting);
  const id = known.providerId ? { id: known.providerId } : {};
  return { ...written, ...id, ...(header && { header }), parameters: fitting, text, answerIndexes: places };
}

function headerOf(media: KnownTemplate['media'], attachment: OutgoingFile | null): TemplateHeader | null {
  if (media === null || attachment === null) return null;
  const { url, name } = attachment;
  return media === 'document' ? { type: 'document', url, name } : { type: media, url };
}

/** WhatsApp refuses a filled template longer than this (error 132005). */
const LONGEST_FILLED = 1024;

/** Shortens the longest parameters where the filled template would be too long. */
function fittingParameters(body: string, parameters: readonly string[]): string[] {
  const beyond = fillTemplate(body, parameters).length - LONGEST_FILLED;
  const longest = Math.max(...parameters.map(({ length }) => length));
  if (beyond <= 0 || longest <= 1) return [...parameters];
  const place = parameters.findIndex(({ length }) => length === longest);
  const length = Math.max(1, longest - beyond);
  return fittingParameters(
    body,
    parameters.map((parameter, index) => (index === place ? shortened(parameter, length) : parameter)),
  );
}

function writeButton(
  button: TextButton,
  index: number,
  { subject, isTest }: ContentFacts,
  language: Language,
): ContentButton[] {
  if (button.type !== 'answer') return [button];
  if (button.action === 'opt_out') {
    return [{ type: 'answer', title: inLanguage(button.title, 'opt_out', language), id: OPT_OUT_BUTTON }];
  }
  if (button.action === 'reply') return [{ type: 'answer', title: button.title, id: `r:${index + 1}` }];

  if (subject.kind !== 'visit') return []; // only visits have answers
  const about = { visitId: VisitId.parse(subject.id), timeVersion: subject.timeVersion, isTest };
  const idOf = (answer: 'confirm' | 'cancel') => visitAnswerId({ answer, ...about });
  const confirm = {
    type: 'answer' as const,
    title: inLanguage(button.title, 'confirm', language),
    id: idOf('confirm'),
  };
  if (button.declineTitle === null) return [confirm];
  const title = inLanguage(button.declineTitle, 'decline', language);
  return [confirm, { type: 'answer', title, id: idOf('cancel') }];
}

/** Translates a default title to the contact's language; a title the owner changed stays. */
function inLanguage(title: string, answer: Answer, language: Language): string {
  return isDefaultAnswerTitle(title, answer) ? answerTitle(answer, language) : title;
}

import type { VariableValues } from './variable-rules.ts';
import type { ContentButton, ContentTemplate, MessageContent } from './message-content.ts';
import type { FlowButton, FlowContent, FlowTemplate, FlowVariable } from '#contract/flows.ts';
import type { SubjectKind } from '#contract/subjects.ts';
import type { Language } from '#contract/primitives.ts';
import { VisitId } from '#contract/visits.ts';
import { languageOf } from '#server/contacts/rules.ts';
import type { OutgoingFile, TemplateHeader } from '#server/channels/port.ts';
import { shortened } from '#server/channels/rules.ts';
import { visitAnswerId, OPT_OUT_BUTTON, type Answer, answerTitle, isDefaultAnswerTitle } from './answer-rules.ts';
import { barredTemplates, type KnownTemplate, usableTemplates } from './template-rules.ts';
import { chooseText, fillTemplate, renderParameter, renderRuns, renderText, type TextRun } from './text-rules.ts';

/** Whom and what a message is written for. */
export type ContentFacts = {
  /** The values of variables in a language, as the sender supplies them. */
  values: (language: Language) => VariableValues;
  subject: { kind: SubjectKind; id: string; timeVersion: number };
  /** The customer's; null where it is not known. */
  customerLanguage: string | null;
  cabinetLanguage: Language;
  /** Written to the owner's own number: her taps touch nobody's visit. */
  isTest: boolean;
  /** The flow's picture or document, and where the provider fetches it. */
  attachment: OutgoingFile | null;
  /** The provider's templates as last read, of the channels the flow has templates for. */
  knownTemplates: readonly KnownTemplate[];
};

export type WrittenContent = {
  content: MessageContent;
  emptyVariables: FlowVariable[];
  language: Language;
  /** The text again, for whoever looks for what is missing in it. */
  runs: () => TextRun[];
};

/** What a flow says to one customer: text, buttons and template parameters in one language, variables filled. */
export function writeContent(content: FlowContent, facts: ContentFacts): WrittenContent {
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

/** One for each channel: in the language of the text, or the first the owner chose. */
function templatesIn(templates: readonly FlowTemplate[], language: Language): FlowTemplate[] {
  const perChannel = Map.groupBy(templates, ({ channelId }) => channelId);
  return [...perChannel.values()].flatMap(
    (ofChannel) => ofChannel.find((template) => languageOf(template.language) === language) ?? ofChannel.slice(0, 1),
  );
}

/** Parameters are written in the template's own language, whatever the customer reads. */
function writeTemplate(template: FlowTemplate, facts: ContentFacts): ContentTemplate {
  const { channelId, name, language } = template;
  const values = facts.values(languageOf(language) ?? facts.cabinetLanguage);
  const parameters = template.parameters.map((parameter) => renderParameter(parameter, values));
  const written = { channelId, name, language, parameters };
  const known = facts.knownTemplates.find(
    (one) => one.channelId === channelId && one.name === name && one.language === language,
  );
  if (!known) return written;
  const fitting = fittingParameters(known.body, parameters);
  const places = known.buttons.flatMap(({ type }, index) => (type === 'quick_reply' ? [index] : []));
  const header = headerOf(known.media, facts.attachment);
  const text = fillTemplate(known.body, fitting);
  return { ...written, ...(header && { header }), parameters: fitting, text, answerIndexes: places };
}

function headerOf(media: KnownTemplate['media'], attachment: OutgoingFile | null): TemplateHeader | null {
  if (media === null || attachment === null) return null;
  const { url, name } = attachment;
  return media === 'image' ? { type: 'image', url } : { type: 'document', url, name };
}

/** WhatsApp refuses a template that is longer than this when it is filled (error 132005). */
const LONGEST_FILLED = 1024;

/** The longest parameters end sooner where the whole would be refused. */
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
  button: FlowButton,
  index: number,
  { subject, isTest }: ContentFacts,
  language: Language,
): ContentButton[] {
  if (button.type !== 'answer') return [button];
  if (button.action === 'opt_out') {
    return [{ type: 'answer', title: inLanguage(button.title, 'opt_out', language), id: OPT_OUT_BUTTON }];
  }
  if (button.action === 'reply') return [{ type: 'answer', title: button.title, id: `r:${index + 1}` }];

  if (subject.kind !== 'visit') return []; // there is nothing to come to
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

/** A title nobody changed follows the customer's language; the owner's own words stay. */
function inLanguage(title: string, answer: Answer, language: Language): string {
  return isDefaultAnswerTitle(title, answer) ? answerTitle(answer, language) : title;
}

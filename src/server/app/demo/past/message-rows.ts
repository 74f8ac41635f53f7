import type { DecisionRule } from '#contract/delivery/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import { occasionKeyOf } from '#server/flows/storage/sender-rules.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { earlierOf } from '#server/platform/values/instant-rules.ts';
import { type Subject, visitOf } from '#server/subjects/rules.ts';
import { type SubjectWords, variableValues } from '#server/subjects/value-rules.ts';
import { answerTitle, visitAnswerId } from '#server/texts/content/answer-rules.ts';
import type { ContentButton } from '#server/texts/content/message-content.ts';
import { chooseText, renderText } from '#server/texts/content/text-rules.ts';
import type { Person } from './people-rows.ts';
import type { Row, Setting } from './setting.ts';
import { type PastMessage, readAt } from './year.ts';

/** The rules of decisions against a message of the past. */
const AGAINST: ReadonlySet<PastMessage['outcome']> = new Set([
  'control_group',
  'opted_out',
  'no_channel',
  'came_again',
]);

export const isAgainst = ({ outcome }: Pick<PastMessage, 'outcome'>): boolean => AGAINST.has(outcome);

/** Finds the flow a message belongs to; undefined where the tenant has none of the kind. */
export function flowOf(
  { kind, delayMinutes }: Pick<PastMessage, 'kind' | 'delayMinutes'>,
  { flows }: Setting,
): StoredFlow | undefined {
  return flows.find((flow) => {
    return flow.kind === kind && (delayMinutes === null || flow.settings.timing.delayMinutes === delayMinutes);
  });
}

/** The subject of a message, and the decision about it. */
export type Occasion = {
  subject: Subject;
  occurrence: number;
  contactId: string;
  decidedAt: Temporal.Instant;
  compared: Row;
};

type Sent = Pick<PastMessage, 'id' | 'kind' | 'at' | 'outcome' | 'reply'>;
type Content = { body: string; answers: readonly AnswerButton[] };

/** The occasion of a message about a visit, which was never moved. */
export function visitOccasion(message: PastMessage, { settings }: StoredFlow): Occasion {
  const { visit, at, cameAgainAt } = message;
  const occasion = { subject: { kind: 'visit' as const, id: visit.id }, occurrence: 1, contactId: visit.clientId };
  if (cameAgainAt) return { ...occasion, decidedAt: at, compared: { startsAt: cameAgainAt } };
  return {
    ...occasion,
    decidedAt: earlierOf(at, visit.bookedAt),
    compared: { wantedAt: at, startsAt: visit.startsAt, delayMinutes: settings.timing.delayMinutes },
  };
}

/** A message that left, as the ledger keeps it. */
export function messageRow(
  { id, at, outcome, reply, kind }: Sent,
  { subject, occurrence, contactId, decidedAt, body, answers }: Occasion & Content,
  flow: StoredFlow,
  person: Person,
): Row {
  const left = outcome === 'failed' ? null : at.add({ seconds: 2 });
  const delivered = left?.add({ seconds: 3 }) ?? null;
  const read = outcome === 'read' ? readAt(at) : null;
  const { isMarketing } = flowKind(kind);
  return {
    id,
    sender_id: flow.id,
    sender_version: flow.version,
    occasion_key: occasionKeyOf(subject, { step: 1, occurrence, testPhone: null }),
    visit_id: visitOf(subject),
    subject_kind: subject.kind,
    subject_id: subject.id,
    step: 1,
    occurrence,
    test_phone: '',
    contact_id: contactId,
    channel_id: person.address?.channelId,
    fallback_channel_ids: [],
    address_id: person.address?.id,
    recipient: person.phone,
    is_test: false,
    is_marketing: isMarketing,
    is_counted: true,
    was_replied: false,
    priority: isMarketing ? PRIORITY.marketing : PRIORITY.transactional,
    due_at: at,
    status: outcome,
    reason: outcome === 'failed' ? 'recipient_invalid' : null,
    body,
    content: { text: body, image: null, buttons: answers, templates: [] },
    sent_buttons: answers.map(({ title, id: answerId }, index) => ({ number: index + 1, title, id: answerId })),
    provider_message_id: left && `past.${id}`,
    former_provider_ids: [],
    attempts: 1,
    planned_at: decidedAt,
    accepted_at: left,
    sent_at: left,
    delivered_at: delivered,
    read_at: read,
    replied_at: reply?.at ?? null,
    failed_at: outcome === 'failed' ? at : null,
    updated_at: reply?.at ?? read ?? delivered ?? at,
  };
}

/** The decision about a message: planned, or the rule against it. */
export function verdictRow(
  { id: messageId, at, outcome }: Pick<Sent, 'id' | 'at' | 'outcome'>,
  { subject, occurrence, contactId, decidedAt, compared }: Occasion,
  flow: StoredFlow,
  id: string,
): Row {
  const isSkipped = isAgainst({ outcome });
  const rule: DecisionRule = isSkipped ? (outcome as DecisionRule) : 'due';
  const isControl = outcome === 'control_group';
  const needless = outcome === 'came_again' ? compared : {};
  const whyNot = isControl ? { controlPercent: flow.settings.options.controlPercent, wantedAt: at } : needless;
  return {
    id,
    decided_at: isControl ? at : decidedAt,
    until: isSkipped ? null : at,
    sender_id: flow.id,
    sender_version: flow.version,
    step: 1,
    occurrence,
    subject_id: subject.id,
    visit_id: visitOf(subject),
    contact_id: contactId,
    message_id: isSkipped ? null : messageId,
    subject_kind: subject.kind,
    stage: 'plan',
    outcome: isSkipped ? 'skipped' : 'planned',
    rule,
    compared: isSkipped ? whyNot : compared,
  };
}

/** The values of a visit for the text of its messages. */
export function visitWords({ visit }: PastMessage, setting: Setting): SubjectWords {
  const branch = setting.branches.find(({ id }) => id === visit.branchId);
  return {
    startsAt: visit.startsAt,
    timeZone: branch?.timeZone ?? setting.timeZone,
    masterName: visit.master.name,
    serviceTitles: [visit.service.title],
    totalMinor: visit.service.priceMinor,
    currency: branch?.currency ?? '',
    branchTitle: branch?.title ?? '',
    branchAddress: branch?.address ?? null,
    branchPhone: branch?.phone ?? null,
    manageUrl: null,
  };
}

/** Renders the flow's text. */
export function bodyOf(words: SubjectWords, flow: StoredFlow, person: Person, setting: Setting): string {
  const { text, language } = chooseText(flow.settings.content.texts, null, setting.language);
  const values = variableValues(
    {
      ...words,
      clientName: person.name.split(' ')[0] ?? '',
      oldStartsAt: null,
      visitsCount: null,
      spent: null,
      offerTitles: [],
      reviewUrl: () => null,
      businessName: setting.businessName,
      ignoreLink: () => null,
    },
    language,
  );
  return renderText(text, values).text;
}

type AnswerButton = Extract<ContentButton, { type: 'answer' }>;

export function answersOf({ visit }: PastMessage, { language }: Setting): AnswerButton[] {
  const visitId = VisitId.parse(visit.id);
  const idOf = (answer: 'confirm' | 'cancel') => visitAnswerId({ answer, visitId, timeVersion: 1, isTest: false });
  return [
    { type: 'answer', title: answerTitle('confirm', language), id: idOf('confirm') },
    { type: 'answer', title: answerTitle('decline', language), id: idOf('cancel') },
  ];
}

import type { tryBookingBot } from '#contract/chatbots/calls.ts';
import { BOOKING_BOT_VARIABLES } from '#contract/chatbots/values.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/primitives.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { type VisitStatus, VisitId } from '#contract/visits/calls.ts';
import type { Question } from '#server/conversations/answering/port.ts';
import type { AnsweringMessage } from '#server/conversations/answering/rules.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { exampleSubject } from '#server/subjects/example-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { answerTitle, visitAnswerId } from '#server/texts/content/answer-rules.ts';
import { unknownVariablesIn, variablesIn } from '#server/texts/content/text-rules.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { plainReply, visitReply } from './replies.ts';
import { type BotAnswer, decideAnswer } from './rules.ts';
import { wordsOf, writeReply } from './writing-rules.ts';

type Trial = BodyOf<typeof tryBookingBot>;
type TrialReply = ReplyOf<typeof tryBookingBot>['replies'][number];

/** No row has it. */
const EXAMPLE_ID = '00000000-0000-7000-8000-000000000000';
const CONTACT = ContactId.parse(EXAMPLE_ID);
const VISIT = VisitId.parse(EXAMPLE_ID);

/** Plays a dialogue with a bot by unsaved settings: the rules are those of real messages, and nothing is sent or changed. */
export async function tryBooking(scope: ActionScope, trial: Trial): Promise<ReplyOf<typeof tryBookingBot>> {
  const tenant = await getTenant(scope);
  const language = trial.language ?? tenant.customerLanguage;
  const example = exampleOf(scope, tenant, language);
  const { confirmTexts, cancelTexts } = trial.settings;
  const written = [confirmTexts, cancelTexts].flatMap((texts) => Object.values<string>(texts ?? {}));
  const known: readonly string[] = BOOKING_BOT_VARIABLES;
  return {
    reminder: {
      text: write(defaultSettings('visit_reminder', language).content.texts, example, { tenant, language }),
      buttons: [answerTitle('confirm', language), answerTitle('decline', language)],
    },
    replies: playTrial(scope, trial, { tenant, language, example }),
    unknownVariables: [...unknownVariablesIn(written), ...variablesIn(written).filter((name) => !known.includes(name))],
  };
}

type Example = { visit: VisitFactsForFlow; clientName: string };
type Setting = { tenant: Tenant; language: Language; example: Example };

function playTrial({ clock }: ActionScope, trial: Trial, { tenant, language, example }: Setting): TrialReply[] {
  let { status } = example.visit;
  return trial.messages.map((message): TrialReply => {
    if (!trial.settings.isEnabled) return { text: null, effect: 'person' };
    const visit = { ...example.visit, status };
    const answer = decideAnswer({
      now: clock.now(),
      contactId: CONTACT,
      messages: [toMessage(message)],
      questions: [QUESTION],
      visits: [visit],
    });
    const { reply, changed } = replyTo(trial, answer, { tenant, language, example: { ...example, visit } });
    status = changed ?? status;
    return reply;
  });
}

/** The buttons of the reminder. */
const QUESTION: Question = {
  providerMessageId: null,
  buttons: (['confirm', 'cancel'] as const).map((answer, n) => ({
    number: n + 1,
    id: visitAnswerId({ answer, visitId: VISIT, timeVersion: 1, isTest: false }),
  })),
};

function toMessage(message: Trial['messages'][number]): AnsweringMessage {
  if (typeof message === 'object') return { kind: 'text', text: message.text, buttonId: null, quotedProviderId: null };
  const buttonId = visitAnswerId({ answer: message, visitId: VISIT, timeVersion: 1, isTest: false });
  return { kind: 'button', text: null, buttonId, quotedProviderId: null };
}

function replyTo(
  { settings }: Trial,
  answer: BotAnswer,
  { tenant, language, example }: Setting,
): { reply: TrialReply; changed?: VisitStatus } {
  const { visit } = example;
  switch (answer.kind) {
    case 'act': {
      if (answer.intent === 'cancel') {
        const text = settings.cancelTexts && write(settings.cancelTexts, example, { tenant, language });
        const isRemoved = settings.removeOnCancel;
        const effect = isRemoved ? ('cancelled' as const) : ('missed' as const);
        const reply = { text: text ?? visitReply('cancelled', visit, language).text, effect };
        return { reply, changed: isRemoved ? 'cancelled' : 'no_show' };
      }
      if (visit.status === 'confirmed')
        return { reply: { text: visitReply('already_confirmed', visit, language).text, effect: 'replied' } };
      const text = settings.confirmTexts && write(settings.confirmTexts, example, { tenant, language });
      const reply = { text: text ?? visitReply('confirmed', visit, language).text, effect: 'confirmed' as const };
      return { reply, changed: 'confirmed' };
    }
    case 'moved':
    case 'past':
    case 'gone':
    case 'already_cancelled':
      return { reply: { text: visitReply(answer.kind, visit, language).text, effect: 'replied' } };
    case 'trial':
      return { reply: { text: plainReply('trial', language).text, effect: 'replied' } };
    case 'courtesy':
      return { reply: { text: null, effect: 'courtesy' } };
    case 'person':
      return { reply: { text: null, effect: 'person' } };
    default:
      return { reply: { text: null, effect: 'nothing' } };
  }
}

function write(
  texts: TextContent['texts'],
  { visit, clientName }: Example,
  { tenant, language }: { tenant: Tenant; language: Language },
): string {
  const { name: businessName, customerLanguage: cabinetLanguage } = tenant;
  return writeReply(texts, { visits: [wordsOf(visit)], clientName, businessName, language, cabinetLanguage }).text;
}

/** An invented visit of tomorrow, in the words of a language. */
function exampleOf({ clock }: ActionScope, tenant: Tenant, language: Language): Example {
  const tomorrow = clock.now().toZonedDateTimeISO(tenant.timeZone).add({ days: 1 });
  const startsAt = tomorrow.with({ hour: 12, minute: 0, second: 0, millisecond: 0 }).toInstant();
  const { words, person } = exampleSubject({ kind: 'visit', startsAt, orderStatus: 'unknown' }, tenant, language);
  const visit: VisitFactsForFlow = {
    id: VISIT,
    branchId: BranchId.parse(EXAMPLE_ID),
    branchTitle: words.branchTitle,
    branchAddress: words.branchAddress,
    branchPhone: words.branchPhone,
    timeZone: words.timeZone,
    currency: words.currency,
    isBranchActive: true,
    contactId: CONTACT,
    masterId: null,
    masterName: words.masterName,
    serviceIds: [],
    serviceTitles: [...words.serviceTitles],
    startsAt,
    durationMinutes: 60,
    status: 'waiting',
    totalMinor: words.totalMinor,
    manageUrl: null,
    isFirst: false,
    timeVersion: 1,
    isOnline: false,
    serviceCategories: [],
    source: 'yclients',
  };
  return { visit, clientName: person.reach.contact.name };
}

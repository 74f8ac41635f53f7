import type { AssistantSettings } from '#contract/assistants/settings.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { type ClinicBookingRow, listBookings } from '#server/assistants/plugins/clinic/booking-queries.ts';
import { listChatVisits, type Visitor } from '#server/assistants/storage/visitor-queries.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { listPageTalk } from '#server/delivery/threads/page-talk-reads.ts';
import { listTalk, type TalkLine } from '#server/delivery/threads/talk-reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { openVisitsAmong } from '#server/visits/appointments/bookable-actions.ts';
import { visitsOfContact } from '#server/visits/changes/actions.ts';
import { isOpen } from '#server/visits/storage/rules.ts';
import { stampOf, type TurnFacts, visitLine, weekdayOf } from './prompt-rules.ts';

/** Texts of a talk that a model is given. */
const MAX_LINES = 40;
const VISITS_AHEAD_DAYS = 365;

export type AnsweringAssistant = { title: string; settings: AssistantSettings };

/** Reads what a turn in a conversation is answered from. */
export async function readFacts(
  scope: ActionScope,
  { title, settings }: AnsweringAssistant,
  thread: { conversationId: ConversationId; contactId: ContactId; language: Language },
): Promise<Omit<TurnFacts, 'passages'>> {
  const { conversationId, contactId } = thread;
  const now = scope.clock.now();
  const contact = (await reachOf(scope, [contactId])).get(contactId)?.contact;
  const visits = await visitsOfContact(scope, contactId, {
    from: now,
    to: now.add({ hours: 24 * VISITS_AHEAD_DAYS }),
  });
  const appointments = settings.plugins.medflex
    ? (await listBookings(scope, contactId, now)).filter(({ status }) => status === 'booked')
    : [];
  return {
    ...(await readBusiness(scope, { title, settings })),
    language: settings.language ?? thread.language,
    client: { name: contact ? greetingName(contact) || null : null, phone: contact?.phone ?? null },
    visits: [...visits.filter(({ status }) => isOpen(status)).map(visitLine), ...appointments.map(appointmentLine)],
    lines: await listTalk(scope, { id: conversationId, contactId }, MAX_LINES),
  };
}

/**
 * Reads what a turn with a visitor of a public chat is answered from: what they wrote and were answered on their page, and
 * what was booked there. Nothing that the contact's other addresses or their phone lead to is read.
 */
export async function readVisitorFacts(
  scope: ActionScope,
  { title, settings }: AnsweringAssistant,
  { visitor, language }: { visitor: Visitor; language: Language },
): Promise<Omit<TurnFacts, 'passages'>> {
  const talk = { ...visitor, channelUserId: visitor.id };
  const lines = await listPageTalk(scope, talk, MAX_LINES);
  const visits = await openVisitsAmong(scope, await listChatVisits(scope, visitor.id));
  return {
    ...(await readBusiness(scope, { title, settings })),
    language: settings.language ?? language,
    client: { name: visitor.name, phone: visitor.phone },
    visits: visits.map(visitLine),
    lines: lines.map(({ side, text, at }) => ({ side, text: text.trim(), at })).filter(({ text }) => text !== ''),
  };
}

/** Reads what a member's trial of a draft is answered from. */
export async function readTrialFacts(
  scope: ActionScope,
  assistant: AnsweringAssistant,
  lines: readonly TalkLine[],
): Promise<Omit<TurnFacts, 'passages'>> {
  const { customerLanguage } = await getTenant(scope);
  return {
    ...(await readBusiness(scope, assistant)),
    language: assistant.settings.language ?? customerLanguage,
    client: { name: null, phone: null },
    visits: [],
    lines,
  };
}

/** Reads the branches of an assistant, and the present moment by their clock. */
export async function readBusiness(scope: ActionScope, { title, settings }: AnsweringAssistant) {
  const { name, timeZone } = await getTenant(scope);
  const { branchIds } = settings;
  const branches = (await listBranches(scope)).filter(
    ({ id, isActive }) => isActive && (branchIds.length === 0 || branchIds.includes(id)),
  );
  const now = scope.clock.now().toZonedDateTimeISO(branches[0]?.timeZone ?? timeZone);
  return { title, settings, now, business: { name, branches } };
}

/** An appointment with a doctor as the model and the checks read it. */
function appointmentLine({ startsAt, timeZone, speciality, doctor, clinic }: ClinicBookingRow): string {
  const at = startsAt.toZonedDateTimeISO(timeZone);
  return `${stampOf(at)}, ${weekdayOf(at)}: ${[speciality.title, doctor.name, clinic.title].join(', ')}`;
}

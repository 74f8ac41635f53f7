import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { getAssistantReport, getTurnOfMessage, listAssistantTurns } from '#contract/assistants/turns.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { findAssistant } from '#server/assistants/storage/assistant-queries.ts';
import { findTurnOfMessage, listTurnRows } from '#server/assistants/storage/turn-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import { countHandoffs, listBookedAppointments, listBookedVisits, sumTurns } from './report-queries.ts';

const USUAL_DAYS = 30;

/** How an assistant came to one of its messages. @throws {Problem} `assistant_turn.not_found` */
export async function readTurnOfMessage(
  scope: TenantScope,
  messageId: MessageId,
): Promise<ReplyOf<typeof getTurnOfMessage>> {
  const found = await findTurnOfMessage(scope, messageId);
  const assistant = found && (await findAssistant(scope, found.assistantId));
  if (!assistant) throw new Problem('assistant_turn.not_found');
  const { assistantId: id, ...turn } = found;
  return { ...turn, assistant: { id, title: assistant.title } };
}

/** Answers of an assistant to contacts, the latest first. @throws {Problem} `assistant.not_found` */
export async function listTurns(
  scope: TenantScope,
  assistantId: AssistantId,
  query: QueryOf<typeof listAssistantTurns>,
): Promise<ReplyOf<typeof listAssistantTurns>> {
  if (!(await findAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
  const rows = await listTurnRows(scope, assistantId, query);
  return toPage(
    rows,
    query.limit,
    (row) => row,
    ({ at, id }) => [at, id],
  );
}

/** Sums up the answers of an assistant in a period, by the days of the cabinet. @throws {Problem} `assistant.not_found` */
export async function readReport(
  scope: ActionScope,
  assistantId: AssistantId,
  query: QueryOf<typeof getAssistantReport>,
): Promise<ReplyOf<typeof getAssistantReport>> {
  if (!(await findAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
  const { timeZone } = await getTenant(scope);
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  const until = query.until
    ? Temporal.PlainDate.from(query.until)
    : scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const from = query.from ? Temporal.PlainDate.from(query.from) : until.subtract({ days: USUAL_DAYS - 1 });
  const period = { from: startOf(from), to: startOf(until.add({ days: 1 })) };
  const sums = await sumTurns(scope, assistantId, period);
  const handedOver = await countHandoffs(scope, assistantId, period);
  const booked = VisitIds.parse(await listBookedVisits(scope, assistantId, period));
  const visits = await getVisitFacts(scope, booked);
  const appointments = await listBookedAppointments(scope, assistantId, period);
  const sold = [...visits, ...appointments];
  return {
    ...sums,
    handedOver,
    bookings: booked.length + appointments.length,
    bookedMinor: sold.reduce((total, { totalMinor }) => total + totalMinor, 0),
    currency: sold[0]?.currency ?? null,
  };
}

const VisitIds = z.array(VisitId);

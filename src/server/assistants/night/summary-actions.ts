import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { getMorningSummary } from '#contract/assistants/night-bot.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { Language } from '#contract/primitives.ts';
import type { Sender } from '#contract/senders/calls.ts';
import { MemberId, type TenantId } from '#contract/tenants/ids.ts';
import { sumUpNightJob } from '#server/assistants/jobs.ts';
import { listBookedVisits, sumTurns } from '#server/assistants/reports/report-queries.ts';
import { findAssistant, findAssistantForUpdate } from '#server/assistants/storage/assistant-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { readBusiness } from '#server/assistants/turns/facts-reads.ts';
import { shiftAt } from '#server/assistants/turns/prompt-rules.ts';
import { queueMail } from '#server/auth/mails/mail-actions.ts';
import { findFirstOwner } from '#server/auth/members/owner-reads.ts';
import { readWriters } from '#server/conversations/threads/night-reads.ts';
import { planAlert } from '#server/delivery/planning/alert-actions.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { dateIn, timeOf } from '#server/texts/content/format-rules.ts';
import { lastNight, type Night, nextChange, nextMorning } from './night-rules.ts';
import { findLastSummary, insertSummary, listSummarising, type Summary } from './summary-queries.ts';
import { byUrgency, shortened } from './summary-rules.ts';

// NOTE: a process: it goes through the assistants of all cabinets.

/** Contacts that a summary names; the rest are behind its link. */
const MAX_NAMED = 5;

/** Queues the summaries of all cabinets; those whose night has not just ended do nothing. */
export async function queueNights(ctx: Context): Promise<void> {
  await withSystem(ctx, async (scope) => {
    const assistants = await listSummarising(scope);
    await enqueueAll(
      scope,
      assistants.map((assistant) => prepareJob(sumUpNightJob, assistant)),
    );
  });
}

/**
 * Sums up the night that has just ended for the owner's number: once, in the transaction that locks the assistant. After
 * a night in which nobody wrote, nothing is sent.
 */
export async function sumUpNight(
  scope: ActionScope,
  { assistantId }: { tenantId: TenantId; assistantId: AssistantId },
): Promise<void> {
  const assistant = await findAssistantForUpdate(scope, assistantId);
  if (!assistant?.published || assistant.status !== 'on' || assistant.deletedAt) return;
  const { settings } = assistant.published;
  const { isOn, phone } = settings.morningSummary;
  if (!isOn || phone === null) return;
  const { now } = await readBusiness(scope, { title: assistant.title, settings });
  const night = lastNight(settings.workHours.days, now);
  if (!night || isAfter(assistant.createdAt, night.until)) return;
  const before = await findLastSummary(scope, assistantId);
  if (before && !isAfter(night.until, before.nightEndedAt)) return;
  const { channelIds } = settings;
  const result = await readNight(scope, assistantId, { ...night, channelIds });
  // NOTE: it was published after that night
  if (result.answers === 0 && isAfter(assistant.published.at, night.until)) return;
  const sent: Pick<Summary, 'outcome' | 'phone'> =
    result.writers === 0
      ? { outcome: 'quiet', phone: null }
      : await send(
          scope,
          { id: assistantId, kind: 'assistant', title: assistant.title },
          { night, result, now, phone },
        );
  await insertSummary(
    scope,
    assistantId,
    { ...sent, nightEndedAt: night.until, writers: result.writers },
    now.toInstant(),
  );
}

type NightResult = Awaited<ReturnType<typeof readNight>>;

async function readNight(
  scope: ActionScope,
  assistantId: AssistantId,
  night: Night & Pick<Parameters<typeof readWriters>[1], 'channelIds'>,
) {
  const period = { from: night.from, to: night.until };
  const { resolved, answers } = await sumTurns(scope, assistantId, period);
  const bookings = (await listBookedVisits(scope, assistantId, period)).length;
  return { ...(await readWriters(scope, night)), resolved, answers, bookings };
}

/** To the number, or by e-mail to the owner where no channel reaches it. */
async function send(
  scope: ActionScope,
  sender: Sender,
  { night, result, now, phone }: { night: Night; result: NightResult; now: Temporal.ZonedDateTime; phone: string },
): Promise<Pick<Summary, 'outcome' | 'phone'>> {
  const tenant = await getTenant(scope);
  const owner = await findFirstOwner(scope);
  const language = Language.safeParse(owner?.language).data ?? tenant.customerLanguage;
  const origin = originOfBrand(scope.config, tenant.brand);
  const heading = text(language, 'summary.heading', { assistant: sender.title });
  const since = night.from.toZonedDateTimeISO(now.timeZoneId);
  const lines = summaryLines(result, { language, origin, since: `${dateIn(since, language)}, ${timeOf(since)}` });
  const body = lines.join('\n');
  const key = `summary:${night.until.epochMilliseconds}`;
  const trouble = await planAlert(scope, { sender, key, phone, text: `${heading}\n${body}`, templates: [] });
  if (trouble === null || !owner) return { outcome: 'sent', phone };
  const link = `${origin}/conversations?list=waiting`;
  const words = {
    subject: heading,
    heading,
    text: body,
    button: text(language, 'summary.button'),
    link,
    note: text(language, 'summary.unreached', { phone }),
  };
  const mail = { kind: 'written' as const, id: newId(z.uuid()), to: owner.email, words };
  await queueMail(scope, MemberId.parse(owner.id), { brand: tenant.brand, origin }, mail);
  return { outcome: 'mailed', phone };
}

/** How many wrote, what the assistant did, and who needs a person, the most urgent first. */
export function summaryLines(
  { writers, resolved, bookings, waitingCount, waiting }: NightResult,
  { language, origin, since }: { language: Language; origin: string; since: string },
): string[] {
  const named = byUrgency(waiting).slice(0, MAX_NAMED);
  const rest = waitingCount - named.length;
  return [
    text(language, 'summary.wrote', { count: writers, since }),
    text(language, 'summary.did', { resolved, bookings }),
    '',
    text(language, waitingCount === 0 ? 'summary.nobody_waits' : 'summary.waiting'),
    ...named.flatMap(({ contactName, phone, lastText, conversationId }, index) => {
      const name = [contactName || text(language, 'handoff.nameless'), phone].filter(Boolean).join(', ');
      const question = lastText === '' ? text(language, 'summary.file') : `«${shortened(lastText)}»`;
      return [`${index + 1}. ${name}: ${question}`, `${origin}/conversations?thread=${conversationId}`];
    }),
    ...(rest > 0 ? [text(language, 'summary.more', { count: rest }), `${origin}/conversations?list=waiting`] : []),
  ];
}

/** When the draft of an assistant answers, and its summaries. @throws {Problem} `assistant.not_found` */
export async function readMorningSummary(
  scope: ActionScope,
  assistantId: AssistantId,
): Promise<ReplyOf<typeof getMorningSummary>> {
  const assistant = await findAssistant(scope, assistantId);
  if (!assistant) throw new Problem('assistant.not_found');
  const { title, settings } = assistant;
  const { now } = await readBusiness(scope, { title, settings });
  const { days } = settings.workHours;
  const last = await findLastSummary(scope, assistantId);
  const isAnsweringNow = shiftAt(settings, now).isAnswering;
  const change = isAnsweringNow ? null : nextChange(days, now);
  const isAnsweringThen = change !== null && shiftAt(settings, change.toZonedDateTimeISO(now.timeZoneId)).isAnswering;
  return {
    timeZone: now.timeZoneId,
    isAnsweringNow,
    beginsAt: isAnsweringThen ? change.toString() : null,
    nextAt: nextMorning(days, now)?.toString() ?? null,
    last: last && { at: last.at.toString(), outcome: last.outcome, writers: last.writers, phone: last.phone },
  };
}

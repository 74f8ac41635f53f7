import type { z } from 'zod';
import type * as contract from '#contract/admin/diagnostics.ts';
import type { Diagnosis } from '#contract/admin/diagnostics.ts';
import { TRACED_DAYS } from '#contract/admin/diagnostics-values.ts';
import type { MessageTrace } from '#contract/delivery/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { describeDevice } from '#server/auth/sessions/device-rules.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { getEntitlements } from '#server/billing/entitlement-reads.ts';
import { describeConnections } from '#server/connections/storage/actions.ts';
import { searchContacts } from '#server/contacts/lists/list-actions.ts';
import { getMessageTrace, listMessageLog } from '#server/delivery/log/log-actions.ts';
import { dayAround } from '#server/onboarding/rules.ts';
import type { ActionScope, MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { getAdminUser } from '#server/admin/actions.ts';
import { listChannelsSeen, listFlowsSeen, listTroubledJobs } from './cabinet-queries.ts';
import { channelFindings } from './channel-rules.ts';
import { connectionFindings } from './connection-rules.ts';
import { findingOf, type NewFinding } from './finding-rules.ts';
import { flowFindings } from './flow-rules.ts';
import { jobFindings } from './job-rules.ts';
import { countToday, describeContacts, listErrors } from './message-queries.ts';
import { todayFindings } from './message-rules.ts';
import { moneyFindings } from './money-rules.ts';
import { listSessionsSeen, type SessionSeen } from './sign-in-queries.ts';

// NOTE: a process: it reads in another cabinet.

type DiagnosisReply = z.input<typeof Diagnosis>;

/** Days in which a flow is expected to send something. */
const FLOW_DAYS = 7;
const SHOWN_SIGN_INS = 5;

/** Reads everything that may keep messages of a person's cabinet from being sent. @throws {Problem} `member.not_found` */
export async function diagnose(ctx: MemberContext, userId: MemberId): Promise<DiagnosisReply> {
  const { userGuid, email } = await getAdminUser(ctx, userId);
  return withTenant(ctx, userGuid, (scope) => diagnoseCabinet(scope, email));
}

async function diagnoseCabinet(scope: ActionScope, email: string): Promise<DiagnosisReply> {
  const now = scope.clock.now();
  const { id, name, brand, timeZone } = await getTenant(scope);
  const day = dayAround(now, timeZone);
  const { sent, lost } = await countToday(scope, day, now);
  const since = now.subtract({ hours: FLOW_DAYS * 24 });
  const sinceDay = since.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const errors = await listErrors(scope, startOfTrace(now));
  const sessions = await listSessionsSeen(scope, SHOWN_SIGN_INS);
  const money = { ...(await getEntitlements(scope, now)), messagesLeft: await messagesLeft(scope) };
  return {
    tenantId: id,
    cabinetName: name,
    email,
    timeZone,
    checkedAt: now.toString(),
    origin: originOfBrand(scope.config, brand),
    findings: [
      ...moneyFindings(money, now),
      ...connectionFindings(await describeConnections(scope), now),
      ...channelFindings(await listChannelsSeen(scope, now), now),
      ...todayFindings(sent, lost),
      ...jobFindings(await listTroubledJobs(scope)),
      errorLine(errors),
      ...flowFindings(await listFlowsSeen(scope, { since, sinceDay })),
      signInLine(sessions),
    ],
    errors,
    signIns: sessions.map(({ email: of, at, userAgent, network }) => ({
      email: of,
      at: at.toString(),
      network,
      ...describeDevice(userAgent),
    })),
  };
}

const startOfTrace = (now: Temporal.Instant) => now.subtract({ hours: TRACED_DAYS * 24 });

function errorLine([latest, ...others]: DiagnosisReply['errors']): NewFinding {
  if (!latest) return findingOf('errors', 'errors_none', 'good');
  return findingOf('errors', 'errors_some', 'attention', { count: others.length + 1, at: latest.at });
}

function signInLine([latest]: readonly SessionSeen[]): NewFinding {
  if (!latest) return findingOf('sign_ins', 'sign_in_none', 'attention');
  return findingOf('sign_ins', 'sign_in_last', 'good', { name: latest.email, at: latest.at.toString() });
}

/** Contacts that are described beside their messages. */
const SHOWN_CONTACTS = 5;

/** Lists messages and decisions of the last days. @throws {Problem} `member.not_found` */
export async function listUserMessages(
  ctx: MemberContext,
  userId: MemberId,
  { search, ...query }: QueryOf<typeof contract.listUserMessages>,
): Promise<ReplyOf<typeof contract.listUserMessages>> {
  const { userGuid } = await getAdminUser(ctx, userId);
  return withTenant(ctx, userGuid, async (scope) => {
    const now = scope.clock.now();
    const since = startOfTrace(now);
    const ids = search ? await searchContacts(scope, { search, limit: SHOWN_CONTACTS }) : [];
    // NOTE: of one customer also those that are still to come.
    const until = search || query.rule ? {} : { to: now.toString() };
    const wanted = { ...query, ...until, search: search || undefined, from: since.toString() };
    const page = await listMessageLog(scope, wanted);
    return { ...page, contacts: await describeContacts(scope, ids, { now, since }) };
  });
}

/** @throws {Problem} `member.not_found`, `message.not_found` */
export async function getUserMessageTrace(
  ctx: MemberContext,
  userId: MemberId,
  entryId: string,
): Promise<MessageTrace> {
  const { userGuid } = await getAdminUser(ctx, userId);
  return withTenant(ctx, userGuid, (scope) => getMessageTrace(scope, entryId));
}

import type { MemberScope } from '#server/platform/context/context.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Home, listNotices as listNoticesCall, Notice } from '#contract/onboarding/calls.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import { listConversations } from '#server/conversations/work/list-actions.ts';
import { forecast } from '#server/delivery/planning/actions.ts';
import { countInDoubt, listNextMessages } from '#server/delivery/log/log-actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { countUnreadAnnouncements } from '#server/announcements/reads.ts';
import { findConcerningPause } from '#server/delivery/pauses/pause-reads.ts';
import { getTenant, markNoticesRead } from '#server/tenants/actions.ts';
import { listVisits } from '#server/visits/changes/actions.ts';
import { getNextDay } from './next-day.ts';
import { getLatestQuickStart } from './quick-start/actions.ts';
import {
  countMessagesOfDay,
  countUnreadNotices,
  countVerdictsAgainst,
  countVisitsOfDay,
  countWaitingConversations,
  type Day,
  findMostSevereNotice,
  hasBeenLive,
  lastWordsIn,
  listChannelHealth,
  listConnectionHealth,
  listNotices as listNoticeRows,
  summariseFlows,
} from './queries.ts';
import { dayAround, homeZone, isEvening } from './rules.ts';

/** A day lists at most this many visits; the others are only counted. */
const SHOWN_VISITS = 200;
const SHOWN_MESSAGES = 6;
const SHOWN_CONVERSATIONS = 10;
const SHOWN_NOTICES = 50;

/** Notices that concern the whole tenant, the most serious first. */
const BANNER_KINDS = [
  'channel_down',
  'quota_exhausted',
  'renewal_stopped',
  'renewal_refused',
  'connection_broken',
] as const satisfies Notice['kind'][];

/**
 * Loads today's visits and messages, the next steps, and what a member must do. @throws {Problem}
 * `branch.not_found`
 */
export async function getHome(scope: MemberScope, branchId?: BranchId): Promise<Home> {
  const now = scope.clock.now();
  const tenant = await getTenant(scope);
  const branches = await listBranches(scope);
  if (branchId && !branches.some(({ id }) => id === branchId)) throw new Problem('branch.not_found');
  const timeZone = homeZone(branches, tenant.timeZone, branchId);
  const day = dayAround(now, timeZone);
  const [channels, connections] = [await listChannelHealth(scope), await listConnectionHealth(scope)];
  const flows = await summariseFlows(scope);
  return {
    timeZone,
    quickStart: await getLatestQuickStart(scope),
    isLive: flows.working > 0 || (await hasBeenLive(scope)),
    ...(await countDay(scope, now, { day, timeZone, branchId })),
    visits: await visitsOf(scope, day, branchId),
    isEvening: isEvening(now, timeZone),
    nextDay: await getNextDay(scope, { today: day, timeZone, branchId }),
    next: await nextMessages(scope, day),
    waiting: await listWaiting(scope),
    inDoubtCount: await countInDoubt(scope),
    channels,
    connections,
    flows,
    messagesLeft: await messagesLeft(scope),
  };
}

async function countDay(
  scope: TenantScope,
  now: Temporal.Instant,
  { day, timeZone, branchId }: { day: Day; timeZone: string; branchId: BranchId | undefined },
): Promise<Pick<Home, 'today' | 'yesterdaySent'>> {
  const sameTime = now.toZonedDateTimeISO(timeZone).subtract({ days: 1 }).toInstant();
  const before = { from: dayAround(sameTime, timeZone).from, to: sameTime };
  const { dropped, sentBefore, ...messages } = await countMessagesOfDay(scope, day, before);
  const notSent = dropped + (await countVerdictsAgainst(scope, day));
  const visits = await countVisitsOfDay(scope, day, branchId);
  return { today: { ...visits, ...messages, notSent }, yesterdaySent: sentBefore };
}

async function visitsOf(scope: TenantScope, day: Day, branchId: BranchId | undefined): Promise<Home['visits']> {
  const period = { from: day.from.toString(), to: day.to.toString() };
  const { items } = await listVisits(scope, { ...period, branchId, limit: SHOWN_VISITS });
  return items;
}

async function listWaiting(scope: MemberScope): Promise<Home['waiting']> {
  const { items } = await listConversations(scope, { list: 'waiting', limit: SHOWN_CONVERSATIONS });
  const lastWords = await lastWordsIn(
    scope,
    items.map(({ id }) => id),
  );
  return {
    count: await countWaitingConversations(scope),
    conversations: items.map((item) => ({ ...item, customerText: lastWords.get(item.id) ?? '' })),
  };
}

async function nextMessages(scope: MemberScope, day: Day): Promise<Home['next']> {
  const messages = await listNextMessages(scope, SHOWN_MESSAGES);
  const { count } = await forecast(scope, { until: day.to });
  return { todayCount: count, firstAt: messages[0]?.at ?? null, messages };
}

/** Lists the latest notices, and the one shown in the banner. */
export async function listNotices(scope: MemberScope): Promise<ReplyOf<typeof listNoticesCall>> {
  const pause = await findPauseNotice(scope);
  return {
    notices: [...(pause ? [pause] : []), ...(await listNoticeRows(scope, SHOWN_NOTICES))],
    unreadCount: (await countUnreadNotices(scope)) + (await countUnreadAnnouncements(scope)),
    banner: pause ?? (await findMostSevereNotice(scope, BANNER_KINDS)) ?? null,
  };
}

/** The operator's pause of sending as a notice, which no row keeps: it may concern every cabinet. */
async function findPauseNotice(scope: MemberScope): Promise<Notice | null> {
  const pause = await findConcerningPause(scope, scope.clock.now());
  return (
    pause && {
      id: pause.id,
      kind: 'sending_paused',
      severity: 'attention',
      params: { until: pause.endsAt?.toString() ?? null },
      createdAt: pause.pausedAt.toString(),
      isRead: true,
      isResolved: false,
    }
  );
}

/** Marks all notices as read; announces nothing when there was no unread one. */
export async function readNotices(scope: MemberScope): Promise<void> {
  await markNoticesRead(scope, scope.clock.now());
}

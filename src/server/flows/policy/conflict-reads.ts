import { getContactPolicy } from '#server/policy/reads.ts';
import { listFlowRows } from '#server/flows/storage/reads.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { ConflictContact, ContactPolicy } from '#contract/policy.ts';
import type { FlowId } from '#contract/flows.ts';
import { loadRecentMessages } from '#server/flows/facts/recent-message-reads.ts';
import { checkFrequencyCap } from '#server/policy/frequency-rules.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { isBefore } from '#server/platform/instant-rules.ts';
import { Problem } from '#server/platform/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { frequencyContext, type RecentMessage } from '#server/policy/priority-rules.ts';
import { listMarketingWaiting, type MarketingWaiting } from '#server/flows/planning/priority-conflict-queries.ts';

/** Most planned messages that are read of one flow; the next ones. */
const MAX_MESSAGES = 500;

/** Planned messages of some flows, and their conflicts with other messages of the same contact. */
export type WaitingConflicts = {
  policy: ContactPolicy;
  timeZone: string;
  isMarketing: boolean;
  checked: number;
  /** Whether all planned messages were read. */
  isAll: boolean;
  people: ConflictContact[];
};

/**
 * Finds planned marketing messages that conflict with others of the same contact within the days of the frequency cap. Messages that a flow
 * in test mode plans for its owner's numbers count as messages to the contacts they are about, so that the conflict is visible before the
 * flow goes live.
 * @param flowId null for all working flows
 * @throws {Problem} `flow.not_found`
 */
export async function findWaitingConflicts(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  flowId: FlowId | null,
): Promise<WaitingConflicts> {
  const policy = await getContactPolicy(scope);
  const all = await listFlowRows(scope);
  const chosen = flowId ? all.find(({ id }) => id === flowId) : null;
  if (flowId && !chosen) throw new Problem('flow.not_found');
  const flows = (chosen ? [chosen] : all.filter(({ mode, status }) => mode === 'combat' && status === 'working'))
    .filter(({ kind }) => FLOW_CATALOGUE[kind].isMarketing)
    .map(({ id }) => id);
  const waiting = await listMarketingWaiting(scope, flows, MAX_MESSAGES + 1);
  const { timeZone } = await getTenant(scope);
  return {
    policy,
    timeZone,
    isMarketing: !chosen || FLOW_CATALOGUE[chosen.kind].isMarketing,
    checked: Math.min(waiting.length, MAX_MESSAGES),
    isAll: waiting.length <= MAX_MESSAGES,
    people: await conflictContacts(ctx, scope, { waiting: waiting.slice(0, MAX_MESSAGES), policy, timeZone }),
  };
}

async function conflictContacts(
  { clock }: Pick<Context, 'clock'>,
  scope: TenantScope,
  known: { waiting: readonly MarketingWaiting[]; policy: ContactPolicy; timeZone: string },
): Promise<ConflictContact[]> {
  const { waiting, policy, timeZone } = known;
  const contactIds = [...new Set(waiting.map(({ contactId }) => contactId))];
  if (contactIds.length === 0) return [];
  // NOTE: twice the days, so that the message for which another was postponed is included.
  const since = clock.now().subtract({ hours: 48 * policy.marketingDays });
  const recentMessages = await loadRecentMessages(scope, contactIds, since);
  return waiting.flatMap((message) => {
    const met = meet(message, recentMessages.get(message.contactId) ?? [], policy);
    if (!met) return [];
    const { contactId, name, phone, flowId, flowTitle, at } = message;
    const about = { contactId, name, phone, timeZone: message.timeZone ?? timeZone, flowId, flowTitle, at: String(at) };
    return [{ ...about, ...met }];
  });
}

/** The conflict of a message and its outcome; null when no other message falls within the days. */
export function meet(
  message: Pick<MarketingWaiting, 'flowId' | 'kind' | 'subjectId' | 'occurrence' | 'at' | 'useBy' | 'putOff'>,
  recentMessages: readonly RecentMessage[],
  policy: ContactPolicy,
): Pick<ConflictContact, 'otherTitle' | 'otherAt' | 'fate'> | null {
  const { at, useBy, putOff } = message;
  const isWaiting = putOff !== null && !putOff.isLast;
  if (isWaiting && putOff.to) return { otherTitle: putOff.to.title, otherAt: putOff.to.at, fate: 'waits' };
  const others = recentMessages.filter(
    (one) => one.isMarketing && !(one.senderId === message.flowId && one.subjectId === message.subjectId),
  );
  const [nearest] = others.toSorted((one, other) => gap(one, at) - gap(other, at));
  // NOTE: a message postponed until the frequency cap allows it is due just after the cap's days end.
  if (nearest && isWaiting) return { otherTitle: nearest.title ?? '', otherAt: String(nearest.at), fate: 'waits' };
  if (!nearest || gap(nearest, at) >= 24 * 60 * policy.marketingDays) return null;
  const spent = checkFrequencyCap(
    policy,
    frequencyContext(recentMessages, { ...message, senderId: message.flowId }, policy.senderOrder),
    at,
  );
  const title = spent?.compared['sender'] ?? nearest.waits?.title ?? nearest.title ?? '';
  const otherAt = spent?.compared['otherAt'] ?? String(nearest.at);
  const canWait = spent?.freeAt && (!useBy || isBefore(spent.freeAt, useBy));
  const held = canWait ? 'waits' : 'gives_way';
  const fate = spent ? held : 'goes';
  return { otherTitle: String(title), otherAt: String(otherAt), fate };
}

function gap({ at }: RecentMessage, moment: Temporal.Instant): number {
  return Math.abs(at.since(moment).total('minutes'));
}

import { ContactId } from '#contract/contacts/calls.ts';
import { isForOwner } from '#contract/flows/kinds.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { countFlowLosses } from '#contract/flows/reach.ts';
import type { MendableRule } from '#contract/flows/reach-values.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { type Reach, reachOf } from '#server/contacts/book/actions.ts';
import { loadTenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import { setFlowAttention } from '#server/flows/storage/queries.ts';
import { listPlanningFlows, findFlowForUpdate } from '#server/flows/storage/reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { laterOf } from '#server/platform/values/instant-rules.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { notifyUnheard, resolveUnheard, type UnheardFlow } from './attention-notices.ts';
import { countLosses, listContactsWaiting, listLosses } from './attention-queries.ts';
import { DAYS_CONSIDERED, ruleOfLosses } from './attention-rules.ts';
import { reachFacts, toPerson } from './reach.ts';
import { isReached } from './reach-rules.ts';

/**
 * Marks live flows that reach nobody for a reason that the owner can change, and unmarks those that reach someone again. Safe to repeat:
 * the result depends only on what is stored.
 */
export async function checkReach(scope: ActionScope): Promise<void> {
  const now = scope.clock.now();
  const flows = await listPlanningFlows(scope);
  const rules = await rulesOf(scope, flows, now);
  const unheard: UnheardFlow[] = [];
  let hasChanged = false;
  for (const { id, attention } of flows) {
    const rule = rules.get(id) ?? null;
    // NOTE: a flow that does not change is not locked: planning holds its subjects while it waits for the flow's row.
    if (rule === (attention?.rule ?? null)) continue;
    const flow = await findFlowForUpdate(scope, id);
    if (!flow || flow.isDeleted) continue;
    hasChanged = true;
    await setFlowAttention(scope, id, rule && { rule, since: now });
    await resolveUnheard(scope, flow, now);
    if (rule) unheard.push({ flow, rule });
  }
  await notifyUnheard(scope, unheard, now);
  if (hasChanged) await announce(scope, 'flows');
}

/** Unmarks a flow that stops writing to contacts. */
export async function endAttention(scope: TenantScope, flow: StoredFlow, now: Temporal.Instant): Promise<void> {
  if (!flow.attention) return;
  await setFlowAttention(scope, flow.id, null);
  await resolveUnheard(scope, flow, now);
}

/** The rule of each flow that reaches nobody: it lost its latest messages, and would lose them if it wrote now. */
async function rulesOf(
  scope: ActionScope,
  flows: readonly StoredFlow[],
  now: Temporal.Instant,
): Promise<Map<string, MendableRule>> {
  const earliest = now.subtract({ hours: 24 * DAYS_CONSIDERED });
  const live = flows.filter(({ status, mode, kind }) => status === 'working' && mode === 'combat' && !isForOwner(kind));
  const losses = await listLosses(
    scope,
    live.map(({ id, liveSince, lastStartedAt }) => {
      const startedAt = laterOf(liveSince ?? earliest, lastStartedAt ?? earliest);
      return { id, since: laterOf(startedAt, earliest) };
    }),
  );
  const suspects = live.flatMap((flow) => {
    const lost = losses.get(flow.id) ?? [];
    const rule = ruleOfLosses(lost);
    return rule ? [{ flow, rule, lost }] : [];
  });
  if (suspects.length === 0) return new Map();
  const waiting = await listContactsWaiting(
    scope,
    suspects.map(({ flow }) => flow.id),
  );
  const tried = suspects.map(({ flow, rule, lost }) => {
    const ids = [...lost.flatMap(({ contactId }) => contactId ?? []), ...(waiting.get(flow.id) ?? [])];
    return { flow, rule, contactIds: ids.map((id) => ContactId.parse(id)) };
  });
  const known = {
    snapshot: await loadTenantSnapshot(
      scope,
      suspects.map(({ flow }) => flow),
    ),
    channels: await listUsableChannels(scope),
    reach: await reachOf(scope, [...new Set(tried.flatMap(({ contactIds }) => contactIds))]),
    hasMessages: (await messagesLeft(scope)) > 0,
    now,
  };
  const unmended = tried.filter((one) => !reachesSomeone(one, known));
  return new Map(unmended.map(({ flow, rule }) => [flow.id, rule]));
}

type Known = Parameters<typeof reachFacts>[1] & { reach: ReadonlyMap<ContactId, Reach>; hasMessages: boolean };

/** Whether one of the contacts who got no message, or wait for one, would get it now. */
function reachesSomeone(
  { flow, rule, contactIds }: { flow: StoredFlow; rule: MendableRule; contactIds: readonly ContactId[] },
  known: Known,
): boolean {
  if (rule === 'quota_exhausted') return known.hasMessages;
  const facts = reachFacts(flow, known);
  return contactIds.some((id) => {
    const reach = known.reach.get(id);
    return reach !== undefined && isReached(toPerson(reach), flow, facts);
  });
}

/** Flows named for one reason; the others are counted. */
const MAX_NAMED = 3;

/** Messages that live flows lost in the last days, by reason. */
export async function describeLosses(scope: MemberScope): Promise<ReplyOf<typeof countFlowLosses>> {
  const { timeZone } = await getTenant(scope);
  const to = scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const from = to.subtract({ days: DAYS_CONSIDERED - 1 });
  const losses = [...Map.groupBy(await countLosses(scope, { from, to }), ({ rule }) => rule)].map(([rule, ofRule]) => ({
    rule,
    count: ofRule.reduce((sum, { count }) => sum + count, 0),
    flows: ofRule.slice(0, MAX_NAMED).map(({ flowId: id, title }) => ({ id, title })),
    flowCount: ofRule.length,
  }));
  return { from: from.toString(), to: to.toString(), losses };
}

import type { FlowId } from '#contract/flows.ts';
import type { VisitId } from '#contract/visits.ts';
import { cancelMessages, type FlowMessage, planMessages, recordVerdicts } from '#server/delivery/actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { FLOW_KINDS } from './catalogue.ts';
import type { Verdict, VisitEvent } from './decision.ts';
import { contentOf, factsOf, type KnownVisit, loadSurroundings, loadVisits, type Surroundings } from './facts.ts';
import { type KnownMessage, listEvents, listKnownMessages, lockPlanning } from './planning-queries.ts';
import { listPlanningFlows, type StoredFlow } from './queries.ts';
import { isPromised, reconcile, type Reconciliation, STOP_GRACE_MINUTES } from './reconciling.ts';
import { decide, isTriggeredBy, occurrenceOf } from './rules.ts';

export type PlanningContext = Pick<Context, 'clock' | 'config' | 'vault'>;

type Plan = {
  visitIds: readonly VisitId[];
  /** What happened, when something did; it starts the flows that follow such events. */
  event?: VisitEvent | null;
  /** This flow alone. */
  flowId?: FlowId | null;
};

/**
 * Decides about visits and makes the ledger say what was decided: messages are planned, moved or cancelled, and every
 * verdict is kept. Safe to repeat; the number of statements does not grow with the number of visits.
 */
export async function planVisits(ctx: PlanningContext, scope: TenantScope, plan: Plan): Promise<void> {
  if (plan.visitIds.length === 0) return;
  await lockPlanning(scope, plan.visitIds);
  const alive = await listPlanningFlows(scope);
  const flows = plan.flowId ? alive.filter(({ id }) => id === plan.flowId) : alive;
  if (flows.length === 0) return;

  const around = await loadSurroundings(ctx, scope, flows);
  const visits = await loadVisits(scope, plan.visitIds);
  const messages = Map.groupBy(await listKnownMessages(scope, plan.visitIds), pairOf);
  const stored = await listEvents(scope, eventsToLoad(messages));
  const events = new Map(stored.map((event) => [event.id, event]));

  const pairs = visits.flatMap((visit) =>
    flows.flatMap((flow) => {
      const known = messages.get(pairOf({ flowId: flow.id, visitId: visit.id })) ?? [];
      return decidePair(ctx, around, { visit, flow, known, events, event: plan.event ?? null });
    }),
  );
  await apply(ctx, scope, around, pairs);
}

type Pair = { visit: KnownVisit; flow: StoredFlow; event: VisitEvent | null; result: Reconciliation };

type Candidate = {
  visit: KnownVisit;
  flow: StoredFlow;
  known: readonly KnownMessage[];
  events: ReadonlyMap<string, VisitEvent>;
  event: VisitEvent | null;
};

/** A flow that follows another event than what happened has a say only about what it promised before. */
function decidePair(ctx: PlanningContext, around: Surroundings, candidate: Candidate): Pair[] {
  const { visit, flow, known, events } = candidate;
  const now = ctx.clock.now();
  const stoppedSince = now.subtract({ minutes: STOP_GRACE_MINUTES });
  const followsVisit = FLOW_KINDS[flow.kind].trigger === null;
  const isTriggered = candidate.event !== null && isTriggeredBy(flow.kind, candidate.event.name);
  if (!followsVisit && !isTriggered && !isPromised(known, stoppedSince)) return [];

  const event = isTriggered || followsVisit ? candidate.event : lastEventOf(known, events);
  if (!followsVisit && event === null) return [];
  const occurrence = occurrenceOf(flow.kind, visit);
  const ofThisTime = known.filter((message) => message.occurrence === occurrence);
  const facts = factsOf(visit, flow, around, { event, isPromised: isPromised(ofThisTime, stoppedSince) });
  return [{ visit, flow, event, result: reconcile(decide(facts, flow, now, around.policy), known) }];
}

/** What the latest message that waits, or was held back, came from. */
function lastEventOf(known: readonly KnownMessage[], events: ReadonlyMap<string, VisitEvent>): VisitEvent | null {
  const [latest] = known
    .filter(({ status }) => status === 'planned' || status === 'cancelled')
    .toSorted((one, other) => other.occurrence - one.occurrence);
  return (latest?.eventId && events.get(latest.eventId)) || null;
}

function eventsToLoad(messages: ReadonlyMap<string, readonly KnownMessage[]>): string[] {
  const ids = [...messages.values()].flat().flatMap(({ eventId }) => eventId ?? []);
  return [...new Set(ids)];
}

const pairOf = ({ flowId, visitId }: { flowId: FlowId; visitId: VisitId }) => `${flowId} ${visitId}`;

async function apply(
  ctx: PlanningContext,
  scope: TenantScope,
  around: Surroundings,
  pairs: readonly Pair[],
): Promise<void> {
  const cancelled = await cancelAll(ctx, scope, pairs);
  const wanted = pairs.flatMap((pair) => pair.result.plan.map((verdict) => ({ pair, verdict })));
  const rows = await planMessages(
    ctx,
    scope,
    wanted.flatMap(({ pair, verdict }) => toMessage(ctx, around, pair, verdict)),
  );
  const planned = wanted.flatMap(({ pair, verdict }, index) => {
    const row = rows[index];
    return row?.isWaiting ? [toVerdict(pair, verdict, { outcome: verdict.outcome, messageId: row.id })] : [];
  });
  const skipped = pairs.flatMap((pair) =>
    pair.result.skip
      .filter((verdict) => !isNoNews(pair, verdict))
      .map((verdict) => toVerdict(pair, verdict, { outcome: 'skipped', messageId: null })),
  );
  await recordVerdicts(ctx, scope, [...cancelled, ...planned, ...skipped]);
}

/**
 * Nothing happened to the visit; a flow was made or a salon connected. A reminder that should have left before that was
 * promised to nobody, and a break in the journal has nobody to remind: neither is a decision worth telling the owner.
 */
function isNoNews({ event }: Pair, { rule }: Reconciliation['skip'][number]): boolean {
  return event === null && (rule === 'too_late' || rule === 'no_contact');
}

type NewVerdict = Parameters<typeof recordVerdicts>[2][number];

/** One statement for each reason. What left while we decided is not among the cancelled, and gets no verdict. */
async function cancelAll(ctx: PlanningContext, scope: TenantScope, pairs: readonly Pair[]): Promise<NewVerdict[]> {
  const wanted = pairs.flatMap((pair) => pair.result.cancel.map((cancel) => ({ pair, ...cancel })));
  const verdicts: NewVerdict[] = [];
  for (const [rule, ofRule] of Map.groupBy(wanted, (one) => one.rule)) {
    const ids = ofRule.map(({ message }) => message.id);
    const cancelled = new Set((await cancelMessages(ctx, scope, { ids }, rule)).map(({ id }) => id));
    for (const { pair, message, compared } of ofRule) {
      if (!cancelled.has(message.id)) continue;
      const step = { step: 1, occurrence: message.occurrence, rule, compared };
      verdicts.push(toVerdict(pair, step, { outcome: 'cancelled', messageId: message.id }));
    }
  }
  return verdicts;
}

function toMessage(
  ctx: PlanningContext,
  around: Surroundings,
  { visit, flow, event }: Pair,
  verdict: Reconciliation['plan'][number],
): FlowMessage[] {
  if (!visit.contactId) return [];
  const about = { visit, event, isTest: verdict.testPhone !== null };
  return [
    {
      flowId: flow.id,
      flowVersion: flow.version,
      visitId: visit.id,
      step: verdict.step,
      occurrence: verdict.occurrence,
      eventId: event?.id ?? null,
      contactId: visit.contactId,
      testPhone: verdict.testPhone,
      isMarketing: false,
      channelId: verdict.channelId,
      fallbackChannelIds: verdict.fallbackChannelIds,
      dueAt: verdict.at,
      useBy: verdict.useBy,
      content: contentOf(ctx, around, flow, about).content,
    },
  ];
}

function toVerdict(
  { visit, flow, event }: Pair,
  verdict: Pick<Verdict, 'step' | 'occurrence' | 'rule' | 'compared'> & { at?: Temporal.Instant },
  made: Pick<NewVerdict, 'outcome' | 'messageId'>,
): NewVerdict {
  return {
    ...made,
    flowId: flow.id,
    flowVersion: flow.version,
    visitId: visit.id,
    contactId: visit.contactId,
    step: verdict.step,
    occurrence: verdict.occurrence,
    eventId: event?.id ?? null,
    stage: 'plan',
    rule: verdict.rule,
    compared: verdict.compared,
    until: verdict.at ?? null,
  };
}

import type { Subject, FlowEvent } from '#server/subjects/rules.ts';
import { cancelMessages, type MessageDraft, planMessages, recordVerdicts } from '#server/delivery/planning/actions.ts';
import { occasionKeyOf, senderOf } from '#server/flows/storage/sender-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { UNCONCERNED_RULES } from '#contract/delivery/rules.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { Verdict } from '#server/flows/deciding/decision.ts';
import { contentOf, type FactsContext, type TenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { queueReachCheck } from './reach-checking.ts';
import type { Reconciliation } from './reconciling-rules.ts';

/** The decision about one subject by one flow, compared with the ledger. */
export type Pair = { subject: PersonalSubject; flow: StoredFlow; event: FlowEvent | null; result: Reconciliation };

/** Writes planned, moved and cancelled messages to the ledger, and stores every verdict. */
export async function applyPlans(scope: ActionScope, snapshot: TenantSnapshot, pairs: readonly Pair[]): Promise<void> {
  const cancelled = await cancelAll(scope, pairs);
  const wanted = pairs.flatMap((pair) => pair.result.plan.map((verdict) => ({ pair, verdict })));
  const rows = await planMessages(
    scope,
    wanted.map(({ pair, verdict }) => toMessage(scope, snapshot, pair, verdict)),
  );
  const planned = wanted.flatMap(({ pair, verdict }, index) => {
    const row = rows[index];
    return row?.isWaiting ? [toVerdict(pair, verdict, { outcome: verdict.outcome, messageId: row.id })] : [];
  });
  const skipped = pairs.flatMap((pair) =>
    pair.result.skip
      .filter((verdict) => !isUnreported(pair, verdict))
      .map((verdict) => toVerdict(pair, verdict, { outcome: 'skipped', messageId: null })),
  );
  await recordVerdicts(scope, [...cancelled, ...planned, ...skipped]);
  await queueReachCheck(
    scope,
    pairs.flatMap(({ flow, result }) => result.skip.map(({ rule }) => ({ flow, rule }))),
  );
}

/**
 * Whether a refusal is left out of the verdicts: the subject could never have concerned the flow, or the decision follows no event but a new
 * flow, or a branch connected or disabled. That says nothing useful to the owner when a reminder was due earlier, a break has no contact, the
 * visit is long over, or the branch is off.
 */
export function isUnreported({ event }: Pair, { rule }: Pick<Reconciliation['skip'][number], 'rule'>): boolean {
  return UNCONCERNED.has(rule) || (event === null && UNREPORTED_RULES.has(rule));
}

const UNCONCERNED: ReadonlySet<string> = new Set(UNCONCERNED_RULES);
const UNREPORTED_RULES: ReadonlySet<string> = new Set([
  'too_late',
  'no_contact',
  'branch_inactive',
  'visit_finished',
  'visit_past',
]);

type NewVerdict = Parameters<typeof recordVerdicts>[1][number];

/** Cancels with one statement per rule. A message sent meanwhile is not among the cancelled and gets no verdict. */
async function cancelAll(scope: ActionScope, pairs: readonly Pair[]): Promise<NewVerdict[]> {
  const wanted = pairs.flatMap((pair) => pair.result.cancel.map((cancel) => ({ pair, ...cancel })));
  const verdicts: NewVerdict[] = [];
  for (const [rule, ofRule] of Map.groupBy(wanted, (one) => one.rule)) {
    const ids = ofRule.map(({ message }) => message.id);
    const cancelled = new Set((await cancelMessages(scope, { ids }, rule)).map(({ id }) => id));
    for (const { pair, message, compared } of ofRule) {
      if (!cancelled.has(message.id)) continue;
      const step = { step: 1, occurrence: message.occurrence, rule, compared };
      verdicts.push(toVerdict(pair, step, { outcome: 'cancelled', messageId: message.id }));
    }
  }
  return verdicts;
}

function toMessage(
  ctx: FactsContext,
  snapshot: TenantSnapshot,
  { subject, flow, event }: Pair,
  verdict: Reconciliation['plan'][number],
): MessageDraft {
  const about = { subject, event, isTest: verdict.testPhone !== null };
  return {
    sender: senderOf(flow),
    occasionKey: occasionKeyOf(subject, verdict),
    subject: keyOf(subject),
    step: verdict.step,
    occurrence: verdict.occurrence,
    eventId: event?.id ?? null,
    contactId: subject.contactId,
    testPhone: verdict.testPhone,
    isTest: flow.mode === 'test',
    isMarketing: flowKind(flow.kind).isMarketing,
    channelId: verdict.channelId,
    fallbackChannelIds: verdict.fallbackChannelIds,
    dueAt: verdict.at,
    useBy: verdict.useBy,
    content: contentOf(ctx, snapshot, flow, about).content,
  };
}

function toVerdict(
  { subject, flow, event }: Pair,
  verdict: Pick<Verdict, 'step' | 'occurrence' | 'rule' | 'compared'> & { at?: Temporal.Instant },
  made: Pick<NewVerdict, 'outcome' | 'messageId'>,
): NewVerdict {
  return {
    ...made,
    senderId: flow.id,
    senderVersion: flow.version,
    subject: keyOf(subject),
    contactId: subject.contactId,
    step: verdict.step,
    occurrence: verdict.occurrence,
    eventId: event?.id ?? null,
    stage: 'plan',
    rule: verdict.rule,
    compared: verdict.compared,
    until: verdict.at ?? null,
  };
}

const keyOf = ({ kind, id }: PersonalSubject): Subject => ({ kind, id });

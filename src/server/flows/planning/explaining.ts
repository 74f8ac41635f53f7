import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { FlowId } from '#contract/flows.ts';
import { VisitId } from '#contract/visits.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { visitsOfContact } from '#server/visits/actions.ts';
import type { FlowEvent, Verdict } from '#server/flows/deciding/decision.ts';
import { listHappened } from './explaining-queries.ts';
import { type FactsContext, factsOf, loadSurroundings, personal, type Surroundings } from './facts.ts';
import type { PersonalSubject } from '#server/flows/subjects/people.ts';
import { listFlowsById } from '#server/flows/queries.ts';
import type { StoredFlow } from '#server/flows/stored-flows.ts';
import { decide } from '#server/flows/deciding/rules.ts';
import { visitSubject } from '#server/flows/subjects/visit-subjects.ts';

/** Visits so far back are explained, and all that lie ahead. */
const DAYS_BACK = 90;
const DAYS_AHEAD = 400;

/** What a flow would decide about a visit of a customer; nothing where there was nothing to decide. */
export type Explained = { visitId: VisitId; startsAt: Temporal.Instant } & (
  | { basis: 'now' | 'past'; verdicts: Verdict[] }
  | { basis: 'before_flow' | 'not_happened' }
);

/**
 * What one flow decides about each visit of a customer, by the same function that plans: as of now for what is still to
 * come, and as of its time for what is over. Nothing is stored.
 *
 * @throws {Problem} `flow.not_found`, of a deleted one too
 */
export async function explainFor(
  ctx: FactsContext,
  scope: TenantScope,
  { flowId, contactId }: { flowId: FlowId; contactId: ContactId },
): Promise<{ flow: StoredFlow; explained: Explained[] }> {
  const [flow] = await listFlowsById(scope, [flowId]);
  if (!flow || flow.isDeleted) throw new Problem('flow.not_found');
  const now = ctx.clock.now();
  const from = now.subtract({ hours: 24 * DAYS_BACK });
  const to = now.add({ hours: 24 * DAYS_AHEAD });
  const around = await loadSurroundings(ctx, scope, [flow]);
  const found = (await visitsOfContact(scope, contactId, { from, to })).map(visitSubject);
  const visits = await personal(scope, found, { flows: [flow], around, now });
  const happened = await listHappened(scope, visits, FLOW_CATALOGUE[flow.kind].triggers);
  const explained = visits.map((visit) => explain(visit, flow, around, { event: happened.get(visit.id) ?? null, now }));
  return { flow, explained };
}

type Moment = { event: FlowEvent | null; now: Temporal.Instant };

function explain(visit: PersonalSubject, flow: StoredFlow, around: Surroundings, { event, now }: Moment): Explained {
  const { startsAt } = visit;
  const about = { visitId: VisitId.parse(visit.id), startsAt };
  const followsVisit = FLOW_CATALOGUE[flow.kind].triggers.length === 0;
  if (!followsVisit && event === null) return { ...about, basis: 'not_happened' };
  const wanted = event?.occurredAt ?? startsAt.add({ minutes: flow.settings.timing.delayMinutes });
  const isOver = Temporal.Instant.compare(wanted, now) <= 0;
  const isTooYoung = flow.lastStartedAt === null || Temporal.Instant.compare(wanted, flow.lastStartedAt) < 0;
  if (isOver && isTooYoung) return { ...about, basis: 'before_flow' };
  const seen = isOver ? asItWas(visit, flow) : visit;
  const facts = factsOf(seen, flow, around, { event, isPromised: isOver });
  return {
    ...about,
    basis: isOver ? 'past' : 'now',
    verdicts: decide(facts, flow, isOver ? wanted : now, around.policy),
  };
}

/** What became of a visit afterwards did not matter when its message was due. */
function asItWas(visit: PersonalSubject, { kind }: StoredFlow): PersonalSubject {
  const { statuses } = FLOW_CATALOGUE[kind];
  const isLater = visit.status === 'arrived' || visit.status === 'no_show';
  if (!isLater || statuses.includes(visit.status) || !statuses.includes('waiting')) return visit;
  return { ...visit, status: 'waiting' };
}

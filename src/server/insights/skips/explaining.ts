import type { MemberScope } from '#server/platform/context/context.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type {
  Explanation,
  explainContact as explainCall,
  explainVisit as explainVisitCall,
} from '#contract/insights/calls.ts';
import { type Explained, explainAllFor, explainFor } from './explained-decisions.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findPerson } from '#server/insights/timeline/card-queries.ts';
import { type StoredVerdict, listLatestVerdicts } from './explaining-queries.ts';
import { listVisitsToName } from '#server/insights/timeline/visit-queries.ts';

/** Explains why a contact got, or did not get, the messages of one flow; the latest subject first. */
export async function explainContact(
  scope: MemberScope,
  { contactId, flowId }: { contactId: ContactId; flowId: FlowId },
): Promise<ReplyOf<typeof explainCall>> {
  if (!(await findPerson(scope, contactId))) throw new Problem('contact.not_found');
  const { flow, explained } = await explainFor(scope, { flowId, contactId });
  const ids = explained.map(({ subject }) => subject.id);
  const visits = await listVisitsToName(scope, ids);
  const stored = Map.groupBy(await listLatestVerdicts(scope, [flowId], ids), ({ subjectId }) => subjectId);
  const latestFirst = explained.toSorted((a, b) => compareInstants(b.subject.startsAt, a.subject.startsAt));
  return {
    flowTitle: flow.title,
    subjectKind: flowKind(flow.kind).subject,
    explanations: latestFirst.flatMap((one) => {
      const about = { subject: nameSubject(one.subject), visit: visits.get(one.subject.id) ?? null };
      return explanationsOf(about, one, stored.get(one.subject.id) ?? []);
    }),
  };
}

/** Explains one visit by each flow that works; what was decided last comes first. */
export async function explainVisit(scope: MemberScope, visitId: VisitId): Promise<ReplyOf<typeof explainVisitCall>> {
  const all = await explainAllFor(scope, visitId);
  const visit = (await listVisitsToName(scope, [visitId])).get(visitId) ?? null;
  const flowIds = all.map(({ flow }) => flow.id);
  const stored = Map.groupBy(await listLatestVerdicts(scope, flowIds, [visitId]), ({ flowId }) => flowId);
  const explanations = all.flatMap(({ flow, explained }) =>
    explanationsOf({ subject: nameSubject(explained.subject), visit }, explained, stored.get(flow.id) ?? []).map(
      (one) => ({ ...one, flowId: flow.id, flowTitle: flow.title }),
    ),
  );
  return { explanations: explanations.toSorted((a, b) => BASES.indexOf(a.basis) - BASES.indexOf(b.basis)) };
}

/** Decisions that were made, then those that could be. */
const BASES: readonly Explanation['basis'][] = ['kept', 'now', 'past', 'before_flow'];

type About = Pick<Explanation, 'subject' | 'visit'>;

function nameSubject({ kind, id, startsAt, timeZone, words }: Explained['subject']): About['subject'] {
  const inCart = words.cart?.items.map(({ title }) => title).join(', ');
  const title = words.order?.number ?? inCart ?? words.eventName ?? '';
  return { kind, id, startsAt: startsAt.toString(), timeZone, title };
}

const NOTHING = { step: 1, rule: null, outcome: null, compared: {}, at: null, entryId: null, messageStatus: null };

/** The stored decision is the explanation; a simulated one is used only where none was stored. */
function explanationsOf(about: About, explained: Explained, stored: readonly StoredVerdict[]): Explanation[] {
  if (stored.length > 0) return stored.map(({ verdict }) => ({ ...about, basis: 'kept', ...verdict }));
  const { basis } = explained;
  if (!('verdicts' in explained)) return [{ ...NOTHING, ...about, basis }];
  return explained.verdicts.map((verdict) => ({
    ...NOTHING,
    ...about,
    basis,
    step: verdict.step,
    rule: verdict.rule,
    outcome: verdict.outcome,
    compared: verdict.compared,
    at: verdict.outcome === 'skipped' ? null : verdict.at.toString(),
  }));
}

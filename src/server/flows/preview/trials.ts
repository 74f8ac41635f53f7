import { readTestPhones } from '#server/tenants/actions.ts';
import type * as contract from '#contract/flows/trials.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import { sendTrial } from '#server/delivery/planning/trial-actions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { cleanSettings } from '#server/flows/settings/settings-guards.ts';
import { channelsOf } from '#server/contacts/book/channel-choice-rules.ts';
import {
  contentOf,
  loadPersonal,
  loadTenantSnapshot,
  personal,
  type TenantSnapshot,
} from '#server/flows/facts/fact-reads.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { sampleSubjects } from '#server/flows/facts/subject-reads.ts';
import { exampleFor } from './example-rules.ts';
import { previewEvent, toPreviewSubject, unsavedFlow, type UnsavedFlow } from './preview-facts.ts';

/** Sends the message of unsaved settings once to each test number, at once and at any hour. */
export async function sendFlowTest(
  scope: MemberScope,
  { kind, settings, visitId, testPhones }: BodyOf<typeof contract.sendFlowTest>,
): Promise<{ messageIds: MessageId[] }> {
  const typed = await readTestPhones(scope, testPhones);
  const flow = { ...unsavedFlow(kind, cleanSettings(kind, settings)), mode: 'test' as const, testPhones: typed };
  const snapshot = await loadTenantSnapshot(scope, [flow]);
  const phones = typed.length > 0 ? typed : snapshot.tenant.testPhones;
  if (phones.length === 0) throw new Problem('flow.test_phone_missing');

  const now = scope.clock.now();
  const subject = toPreviewSubject(await subjectOf(scope, visitId, { flow, snapshot, now }), kind);
  const event = previewEvent(subject, kind, now);
  const { content } = contentOf(scope, snapshot, flow, { subject, event, isTest: true });
  const messageIds = await sendTrial(scope, {
    content,
    subject: visitId && { kind: 'visit', id: visitId },
    channels: channelsOf(flow.settings.channelIds, snapshot.channels),
    phones,
  });
  return { messageIds };
}

/** The previewed visit, or the next subject of such a flow; an example in a cabinet without any. */
async function subjectOf(
  scope: ActionScope,
  visitId: BodyOf<typeof contract.sendFlowTest>['visitId'],
  { flow, snapshot, now }: { flow: UnsavedFlow; snapshot: TenantSnapshot; now: Temporal.Instant },
): Promise<PersonalSubject> {
  const context = { flows: [flow], snapshot, now };
  if (visitId !== null) {
    const [visit] = await loadPersonal(scope, { kind: 'visit', ids: [visitId] }, context);
    if (!visit) throw new Problem('visit.not_found');
    return visit;
  }
  const [nearest] = await personal(scope, await sampleSubjects(scope, flow.kind, { now, limit: 1 }), context);
  return nearest ?? exampleFor(flow, snapshot.tenant, { language: snapshot.tenant.customerLanguage, now });
}

import { readTestPhones } from '#server/flows/settings/test-phones.ts';
import type { MessageContent } from '#server/texts/message-content.ts';
import { randomUUID } from 'node:crypto';
import type * as contract from '#contract/flow-trials.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { MessageId } from '#contract/delivery.ts';
import { type Sender, SenderId } from '#contract/senders.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { type MessageDraft, planMessages } from '#server/delivery/actions.ts';
import { saveSender } from '#server/delivery/sender-actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { cleanSettings } from '#server/flows/settings/cleaning.ts';
import { channelsOf, chooseChannel } from '#server/contacts/channel-choice-rules.ts';
import {
  contentOf,
  loadPersonal,
  loadTenantSnapshot,
  personal,
  type TenantSnapshot,
} from '#server/flows/facts/fact-reads.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { sampleSubjects } from './samples.ts';
import { exampleSubject } from './example.ts';
import { previewEvent, toPreviewSubject, unsavedFlow, type UnsavedFlow } from './preview-facts.ts';

/** The sender of test messages. Its id is the same in every tenant. */
const TESTS: Sender = { id: SenderId.parse('6a1f0c52-3c0e-4f0b-9d57-0b6a7f3f5c02'), kind: 'test', title: '' };

/** Minutes after which an unsent test message is dropped. */
const USE_BY_MINUTES = 10;

/** Sends the message of unsaved settings once to each test number, at once and at any hour. */
export async function sendFlowTest(
  ctx: MemberContext,
  request: BodyOf<typeof contract.sendFlowTest>,
): Promise<{ messageIds: MessageId[] }> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const typed = await readTestPhones(scope, request.testPhones);
    const flow = {
      ...unsavedFlow(request.kind, cleanSettings(request.settings)),
      mode: 'test' as const,
      testPhones: typed,
    };
    const snapshot = await loadTenantSnapshot(ctx, scope, [flow]);
    const phones = typed.length > 0 ? typed : snapshot.tenant.testPhones;
    if (phones.length === 0) throw new Problem('flow.test_phone_missing');
    if ((await messagesLeft(scope)) < phones.length) throw new Problem('message_quota.exhausted');

    const subject = toPreviewSubject(
      await subjectOf(scope, request.visitId, { flow, snapshot, now: ctx.clock.now() }),
      request.kind,
    );
    const event = previewEvent(subject, request.kind, ctx.clock.now());
    const { content } = contentOf(ctx, snapshot, flow, { subject, event, isTest: true });
    const trial = randomUUID();
    const messages = phones.map((phone): MessageDraft => {
      const now = ctx.clock.now();
      return {
        ...channelFor(phone, snapshot, { settings: flow.settings, content, now }),
        sender: { ...TESTS, version: null },
        occasionKey: `${trial}:${phone}`,
        subject: request.visitId && { kind: 'visit', id: request.visitId },
        contactId: null,
        testPhone: phone,
        dueAt: now,
        useBy: now.add({ minutes: USE_BY_MINUTES }),
        content,
      };
    });
    await saveSender(scope, TESTS);
    const rows = await planMessages(ctx, scope, messages);
    return { messageIds: rows.map(({ id }) => id) };
  });
}

/** The previewed visit, or the next subject of such a flow; an example in a cabinet without any. */
async function subjectOf(
  scope: TenantScope,
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
  return nearest ?? exampleSubject(flow, snapshot.tenant, { language: snapshot.tenant.customerLanguage, now });
}

/** @throws {Problem} `channel.not_found` without any channel, `channel.cannot_reach` when none reaches the number */
function channelFor(
  phone: string,
  { channels, testRecipients }: TenantSnapshot,
  { settings, content, now }: { settings: UnsavedFlow['settings']; content: MessageContent; now: Temporal.Instant },
): Pick<MessageDraft, 'channelId' | 'fallbackChannelIds'> {
  const chosen = channelsOf(settings.channelIds, channels);
  if (chosen.length === 0) throw new Problem('channel.not_found');
  const choice = chooseChannel({
    channels: chosen,
    person: { phone, addresses: testRecipients.get(phone)?.addresses ?? [], optOuts: [] },
    templateChannelIds: chosen.flatMap(({ id }) =>
      content.templates.some(({ channelId }) => channelId === id) ? [id] : [],
    ),
    at: now,
    isDue: true,
  });
  if (choice.kind === 'none')
    throw new Problem('channel.cannot_reach', { phone, rule: choice.rule, ...choice.compared });
  return { channelId: choice.channel.id, fallbackChannelIds: choice.fallbacks.map(({ id }) => id) };
}

import { randomUUID } from 'node:crypto';
import type { MessageId } from '#contract/delivery/calls.ts';
import { type Sender, SenderId } from '#contract/senders/calls.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { type ChannelToChoose, chooseChannel } from '#server/contacts/book/channel-choice-rules.ts';
import { listTestRecipients, type TestRecipient } from '#server/contacts/book/test-recipient-reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { Subject } from '#server/subjects/rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { type MessageDraft, planMessages } from './actions.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';

/** The sender of test messages. Its id is the same in every tenant. */
const TESTS: Sender = { id: SenderId.parse('6a1f0c52-3c0e-4f0b-9d57-0b6a7f3f5c02'), kind: 'test', title: '' };

/** Minutes after which an unsent test message is dropped. */
const USE_BY_MINUTES = 10;

export type Trial = {
  content: MessageContent;
  /** The visit it is about, if any. */
  subject: Subject | null;
  /** In the order they are tried. */
  channels: readonly ChannelToChoose[];
  /** E.164. */
  phones: readonly string[];
};

/**
 * Sends a message once to each of the owner's numbers, at once and at any hour.
 * @throws {Problem} `message_quota.exhausted`, `channel.not_found` without any channel, `channel.cannot_reach` when none reaches a number
 */
export async function sendTrial(scope: ActionScope, trial: Trial): Promise<MessageId[]> {
  if ((await messagesLeft(scope)) < trial.phones.length) throw new Problem('message_quota.exhausted');
  const recipients = await listTestRecipients(scope, trial.phones);
  const now = scope.clock.now();
  const occasion = randomUUID();
  const messages = trial.phones.map((phone): MessageDraft => ({
    ...channelFor(recipients.get(phone) ?? { phone, addresses: [] }, trial, now),
    sender: { ...TESTS, version: null },
    occasionKey: `${occasion}:${phone}`,
    subject: trial.subject,
    contactId: null,
    testPhone: phone,
    dueAt: now,
    useBy: now.add({ minutes: USE_BY_MINUTES }),
    content: trial.content,
  }));
  await saveSender(scope, TESTS);
  const rows = await planMessages(scope, messages);
  return rows.map(({ id }) => id);
}

function channelFor(
  recipient: TestRecipient,
  { channels, content }: Trial,
  now: Temporal.Instant,
): Pick<MessageDraft, 'channelId' | 'fallbackChannelIds'> {
  if (channels.length === 0) throw new Problem('channel.not_found');
  const choice = chooseChannel({
    channels,
    person: { ...recipient, optOuts: [] },
    templateChannelIds: channels.flatMap(({ id }) =>
      content.templates.some(({ channelId }) => channelId === id) ? [id] : [],
    ),
    at: now,
    isDue: true,
  });
  if (choice.kind === 'none')
    throw new Problem('channel.cannot_reach', { phone: recipient.phone, rule: choice.rule, ...choice.compared });
  return { channelId: choice.channel.id, fallbackChannelIds: choice.fallbacks.map(({ id }) => id) };
}

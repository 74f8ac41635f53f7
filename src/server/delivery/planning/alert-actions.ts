import { ChannelId } from '#contract/channels/calls.ts';
import type { Sender } from '#contract/senders/calls.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { chooseChannel } from '#server/contacts/book/channel-choice-rules.ts';
import { listTestRecipients } from '#server/contacts/book/test-recipient-reads.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { ContentTemplate } from '#server/texts/content/message-content.ts';
import { planMessages } from './actions.ts';

/** An alert is of no use later. */
const ALERT_HOURS = 24;

/** A message to a number of the business itself. */
export type Alert = {
  sender: Sender;
  /** Idempotency key within the sender. */
  key: string;
  /** E.164. */
  phone: string;
  text: string;
  /** For channels whose messaging window is closed. */
  templates: readonly ContentTemplate[];
};

/** Plans a message to a number of the business. @returns why none of the channels reaches it; null when one does */
export async function planAlert(
  scope: ActionScope,
  { sender, key, phone, text, templates }: Alert,
): Promise<string | null> {
  const recipient = (await listTestRecipients(scope, [phone])).get(phone) ?? { phone, addresses: [] };
  const now = scope.clock.now();
  const choice = chooseChannel({
    channels: await listUsableChannels(scope),
    person: { ...recipient, optOuts: [] },
    templateChannelIds: templates.map(({ channelId }) => ChannelId.parse(channelId)),
    at: now,
    isDue: true,
  });
  if (choice.kind === 'none') return choice.rule;
  await saveSender(scope, sender);
  await planMessages(scope, [
    {
      sender: { ...sender, version: null },
      occasionKey: key,
      contactId: null,
      channelId: choice.channel.id,
      fallbackChannelIds: choice.fallbacks.map((channel) => channel.id),
      testPhone: phone,
      isTest: false,
      dueAt: now,
      useBy: now.add({ hours: ALERT_HOURS }),
      content: { text, image: null, buttons: [], templates: [...templates] },
    },
  ]);
  return null;
}

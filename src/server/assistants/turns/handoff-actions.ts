import type { HandoffNotice } from '#contract/assistants/settings.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { Sender } from '#contract/senders/calls.ts';
import { findVisitorOfContact } from '#server/assistants/storage/visitor-queries.ts';
import { notifyDestination, readOwnersPlace } from '#server/assistants/plugins/destination-actions.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';

type Handoff = {
  sender: Sender;
  /** The turn; its id is the key of the message or mail. */
  turnId: string;
  conversationId: ConversationId;
  contactId: ContactId;
  channelId: ChannelId;
  notice: HandoffNotice;
  summary: string | null;
};

/** Informs the owner's phone or e-mail of a handoff, in the owner's words. */
export async function notifyOfHandoff(scope: ActionScope, handoff: Handoff): Promise<void> {
  const { sender, turnId, conversationId, contactId, channelId, notice, summary } = handoff;
  if (!notice.to) return;
  const { language, origin } = await readOwnersPlace(scope);
  const contact = (await reachOf(scope, [contactId])).get(contactId)?.contact;
  const visitor = await findVisitorOfContact(scope, { contactId, channelId });
  const link = `${origin}/conversations?thread=${conversationId}`;
  const body = fillNotice(notice.notice, {
    clientName: contact?.name || text(language, 'handoff.nameless'),
    clientPhone: visitor?.phone ?? contact?.phone ?? '',
    summary: summary ?? '',
    conversationLink: link,
  });
  const subject = text(language, 'handoff.subject', { assistant: sender.title });
  await notifyDestination(scope, {
    sender,
    to: notice.to,
    key: `handoff:${turnId}`,
    id: turnId,
    subject,
    body,
    link,
  });
}

/** Variables of a notification; unknown ones stay as they are written. */
export function fillNotice(
  template: string,
  values: Readonly<Record<'clientName' | 'clientPhone' | 'summary' | 'conversationLink', string>>,
): string {
  const known = new Map(Object.entries(values));
  return template
    .replaceAll(/\{(\w+)\}/gu, (written, name: string) => known.get(name) ?? written)
    .replaceAll(/\s*\(\s*\)/gu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}

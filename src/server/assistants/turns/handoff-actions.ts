import type { HandoffNotice } from '#contract/assistants/settings.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { Language } from '#contract/primitives.ts';
import type { Sender } from '#contract/senders/calls.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { findVisitorOfContact } from '#server/assistants/storage/visitor-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { queueMail } from '#server/auth/mails/mail-actions.ts';
import { findFirstOwner } from '#server/auth/members/owner-reads.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { planAlert } from '#server/delivery/planning/alert-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { getTenant } from '#server/tenants/actions.ts';

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
  const tenant = await getTenant(scope);
  const origin = originOfBrand(scope.config, tenant.brand);
  const owner = await findFirstOwner(scope);
  const language = Language.safeParse(owner?.language).data ?? tenant.customerLanguage;
  const contact = (await reachOf(scope, [contactId])).get(contactId)?.contact;
  const visitor = await findVisitorOfContact(scope, { contactId, channelId });
  const link = `${origin}/conversations?thread=${conversationId}`;
  const body = fillNotice(notice.notice, {
    clientName: contact?.name || text(language, 'handoff.nameless'),
    clientPhone: visitor?.phone ?? contact?.phone ?? '',
    summary: summary ?? '',
    conversationLink: link,
  });
  if (notice.to.type === 'phone') {
    await planAlert(scope, { sender, key: `handoff:${turnId}`, phone: notice.to.phone, text: body, templates: [] });
    return;
  }
  if (!owner) return;
  const subject = text(language, 'handoff.subject', { assistant: sender.title });
  await queueMail(
    scope,
    MemberId.parse(owner.id),
    { brand: tenant.brand, origin },
    {
      kind: 'written',
      id: turnId,
      to: notice.to.email,
      words: {
        subject,
        heading: subject,
        text: body,
        button: text(language, 'handoff.button'),
        link,
        note: text(language, 'handoff.note'),
      },
    },
  );
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

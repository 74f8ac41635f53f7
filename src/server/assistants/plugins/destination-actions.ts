import type { HandoffDestination } from '#contract/assistants/destination.ts';
import { Language } from '#contract/primitives.ts';
import type { Sender } from '#contract/senders/calls.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { queueMail } from '#server/auth/mails/mail-actions.ts';
import { findFirstOwner } from '#server/auth/members/owner-reads.ts';
import { planAlert } from '#server/delivery/planning/alert-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { getTenant } from '#server/tenants/actions.ts';

export type Notification = {
  sender: Sender;
  to: HandoffDestination;
  /** Idempotency key of a message, within the sender. */
  key: string;
  /** Idempotency key of a mail. */
  id: string;
  subject: string;
  body: string;
  /** Where the button of a mail leads. */
  link: string;
};

/** The language in which the business is written to, and the origin of links into the cabinet. */
export async function readOwnersPlace(scope: ActionScope): Promise<{ language: Language; origin: string }> {
  const tenant = await getTenant(scope);
  const owner = await findFirstOwner(scope);
  return {
    language: Language.safeParse(owner?.language).data ?? tenant.customerLanguage,
    origin: originOfBrand(scope.config, tenant.brand),
  };
}

/** Informs the owner's phone or e-mail, once for its key. */
export async function notifyDestination(scope: ActionScope, notification: Notification): Promise<void> {
  const { sender, to, key, id, subject, body, link } = notification;
  if (to.type === 'phone') {
    await planAlert(scope, { sender, key, phone: to.phone, text: body, templates: [] });
    return;
  }
  const owner = await findFirstOwner(scope);
  if (!owner) return;
  const { language, origin } = await readOwnersPlace(scope);
  const { brand } = await getTenant(scope);
  await queueMail(
    scope,
    MemberId.parse(owner.id),
    { brand, origin },
    {
      kind: 'written',
      id,
      to: to.email,
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

import { reachOf } from '#server/contacts/book/actions.ts';
import { noteGivenPhone } from '#server/contacts/book/phone-actions.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { oneLine } from '#server/texts/content/format-rules.ts';
import { containsPhone } from './phone-rules.ts';
import { type Refused, refused } from './result-rules.ts';
import type { ToolScope } from './tool-scope.ts';

// NOTE: a process: it is called between the calls to a booking system, outside a transaction.

/** For whom something is booked. The phone is in E.164, and empty in a trial where none was given. */
export type Client = { name: string; phone: string };

/** Data that the contact gave, as the model passes them on; null where they are known. */
export type GivenClient = { name: string | null; phone: string | null };

const LONGEST_NAME = 100;

/**
 * The contact's name and phone; what the model gives is used only where we have none. A phone must stand in the contact's
 * own messages. It is kept with the contact, unless it is another contact's: nothing shows that they are one person. A
 * visitor's is used for the booking alone.
 */
export async function clientOf(
  ctx: Context,
  scope: Pick<ToolScope, 'tenantId' | 'contactId' | 'contactTexts' | 'visitor' | 'sandbox'>,
  given: GivenClient,
): Promise<Client | Refused> {
  const { tenantId, contactId, contactTexts, visitor } = scope;
  const contact = await knownClient(ctx, scope);
  if (!contact) return refused('failed');
  const name = contact.name || oneLine(given.name).slice(0, LONGEST_NAME);
  if (name === '') return refused('needs_name');
  if (contact.phone) return { name, phone: contact.phone };
  const typed = given.phone?.trim() ?? '';
  if (typed === '') return contactId === null ? { name, phone: '' } : refused('needs_phone');
  return withTenant(ctx, tenantId, async (scope) => {
    const phone = normalisePhone(typed, (await getTenant(scope)).countryId);
    if (phone === null) return refused('wrong_phone');
    if (!containsPhone(contactTexts, phone)) return refused('needs_phone');
    if (contactId !== null && !visitor) await noteGivenPhone(scope, contactId, phone);
    return { name, phone };
  });
}

/** A visitor of a public chat is who they say; in a trial nobody is known. */
async function knownClient(
  ctx: Context,
  { tenantId, contactId, visitor, sandbox }: Pick<ToolScope, 'tenantId' | 'contactId' | 'visitor' | 'sandbox'>,
): Promise<{ name: string; phone: string | null } | null> {
  if (contactId === null) return sandbox?.client ?? { name: '', phone: '' };
  if (visitor) return { name: visitor.name ?? '', phone: visitor.phone };
  const reach = await withTenant(ctx, tenantId, (scope) => reachOf(scope, [contactId]));
  const contact = reach.get(contactId)?.contact;
  return contact ? { name: contact.name.trim(), phone: contact.phone } : null;
}

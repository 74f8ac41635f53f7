import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { ChatwootError } from './errors.ts';
import { contactOf, inboxOf, type Serving } from './serving.ts';
import { toContact, toConversation, toInbox } from './shapes.ts';
import { addToInbox, createContact } from './writing.ts';

const NewContact = z.strictObject({
  inbox_id: z.int().optional(),
  name: z.string().default(''),
  phone_number: z.string().optional(),
  email: z.string().optional(),
  identifier: z.string().optional(),
  avatar_url: z.string().optional(),
  custom_attributes: z.record(z.string(), z.unknown()).optional(),
});
const ContactInbox = z.strictObject({ inbox_id: z.int(), source_id: z.string().optional() });
const Search = z.strictObject({ q: z.string(), page: z.coerce.number().optional() });

/** Contacts of an account, and their inboxes. */
export function serveContacts(sim: Sim, { read, route }: Serving): void {
  route('GET', '/contacts/search', {}, ({ account, request }) => {
    const q = read(request, Search, 'query').q.toLowerCase();
    const found = account.contacts.filter((one) =>
      [one.name, one.phone, one.email, one.identifier].some((text) => text?.toLowerCase().includes(q)),
    );
    return { meta: { count: found.length, current_page: 1 }, payload: found.map((one) => toContact(account, one)) };
  });
  route('POST', '/contacts', {}, ({ account, request }) => {
    const { inbox_id: inboxId, name, phone_number, email, identifier } = read(request, NewContact, 'body');
    if (phone_number !== undefined && !/^\+[1-9]\d{1,14}$/.test(phone_number))
      throw new ChatwootError(422, 'Phone number should be in e164 format');
    if (phone_number !== undefined && account.contacts.some(({ phone }) => phone === phone_number))
      throw new ChatwootError(422, 'Phone number has already been taken');
    if (identifier !== undefined && account.contacts.some((one) => one.identifier === identifier))
      throw new ChatwootError(422, 'Identifier has already been taken');
    const contact = createContact(sim, account, {
      name,
      phone: phone_number ?? null,
      email: email ?? null,
      identifier: identifier ?? null,
    });
    const inbox = inboxId === undefined ? null : inboxOf(account, inboxId);
    const sourceId = inbox && addToInbox(sim, contact, inbox.id);
    return {
      payload: {
        contact: toContact(account, contact),
        contact_inbox: inbox && { source_id: sourceId, inbox: toInbox(inbox, false) },
      },
    };
  });
  route('POST', '/contacts/:contact/contact_inboxes', {}, ({ account, params, request }) => {
    const contact = contactOf(account, params['contact']);
    const { inbox_id: inboxId, source_id: wanted } = read(request, ContactInbox, 'body');
    const inbox = inboxOf(account, inboxId);
    return { source_id: addToInbox(sim, contact, inbox.id, wanted), inbox: toInbox(inbox, false) };
  });
  route('GET', '/contacts/:contact/conversations', {}, ({ account, params }) => {
    const contact = contactOf(account, params['contact']);
    const own = account.conversations.filter((one) => one.contactId === contact.id);
    return { payload: own.toReversed().map((one) => toConversation(sim, account, one)) };
  });
}

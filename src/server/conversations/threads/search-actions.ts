import { z } from 'zod';
import type { searchConversations as searchCall } from '#contract/conversations/calls.ts';
import { SHORTEST_TEXT_SEARCH } from '#contract/conversations/values.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { searchContacts } from '#server/contacts/lists/search-reads.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listByIds, listIdsOfContacts } from './list-queries.ts';
import { excerptAround, searchable } from './rules.ts';
import { findTexts } from './search-queries.ts';

const FoundCursor = z.tuple([z.iso.datetime(), z.uuid()]);
const CONTACTS_SHOWN = 10;
const MESSAGES_SHOWN = 20;

/**
 * Finds contacts by name or phone, and messages by their text. Texts of one or two letters find contacts alone: nearly
 * every message has them.
 */
export async function searchConversations(
  scope: TenantScope,
  { text, cursor }: QueryOf<typeof searchCall>,
): Promise<ReplyOf<typeof searchCall>> {
  const after = readCursor(cursor, FoundCursor);
  if (text === '') return { contacts: [], messages: [], nextCursor: null };
  const contacts = after === null ? await searchContacts(scope, text, CONTACTS_SHOWN) : [];
  const wanted = searchable(text).trim();
  const isLongEnough = wanted.length >= SHORTEST_TEXT_SEARCH;
  const found = isLongEnough ? await findTexts(scope, { text: wanted, after, limit: MESSAGES_SHOWN + 1 }) : [];
  const page = toPage(
    found,
    MESSAGES_SHOWN,
    (row) => row,
    (row) => [row.at.toString(), row.id],
  );
  const idsOfContacts = await listIdsOfContacts(
    scope,
    contacts.map(({ id }) => id),
  );
  const idsOfTexts = page.items.map(({ conversationId }) => conversationId);
  const conversations = await listByIds(scope, [...new Set([...idsOfContacts, ...idsOfTexts])]);
  const byId = new Map(conversations.map((one) => [one.id, one]));
  const byContact = new Map(conversations.map((one) => [one.contactId, one]));
  return {
    contacts: contacts.map(({ id, name, phone }) => ({
      contactId: id,
      contactName: name,
      phone,
      conversation: byContact.get(id) ?? null,
    })),
    messages: page.items.flatMap(({ id: itemId, conversationId, direction, text: whole, at }) => {
      const conversation = byId.get(conversationId);
      const place = { at: searchable(whole).indexOf(wanted), length: wanted.length };
      if (!conversation || place.at < 0) return [];
      return [{ conversation, itemId, at: at.toString(), direction, ...excerptAround(whole, place) }];
    }),
    nextCursor: page.nextCursor,
  };
}

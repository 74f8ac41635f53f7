import type { ContactId } from '#contract/contacts/calls.ts';
import { LONGEST_REASON } from '#contract/contacts/values.ts';
import type { ImportId } from '#contract/imports/calls.ts';
import { deleteRefusals, insertRefusals } from '#server/contacts/opt-outs/consent-queries.ts';
import { addMissing } from '#server/contacts/opt-outs/opt-out-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import {
  deleteUnused,
  insertImported,
  insertListMembers,
  insertTagsOf,
  listMembersAmong,
  type ListRow,
  restoreFields,
  takeListMembers,
  updateImported,
} from './import-queries.ts';
import { listContactsByPhone } from '#server/contacts/book/queries.ts';
import { emitChanges, spelledAsInUse } from '#server/contacts/tags/tag-actions.ts';

export type { ListRow } from './import-queries.ts';

/** The outcome of a row. `duplicate`: an earlier row of the list has its phone. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'duplicate';

/**
 * Stores rows of an imported list as contacts, in a few statements for all. Opt-outs stay. Contacts that the list has
 * already are duplicates.
 *
 * @returns the outcome of each row by its number
 */
export async function storeListRows(
  scope: ActionScope,
  { importId, rows, isReplacing }: { importId: ImportId; rows: readonly ListRow[]; isReplacing: boolean },
): Promise<Map<number, RowOutcome>> {
  const firsts = [...new Map(rows.toReversed().map((row) => [row.phone, row])).values()];
  const created = await insertImported(scope, firsts, scope.clock.now());
  const ids = await listContactsByPhone(
    scope,
    firsts.map(({ phone }) => phone),
  );
  const stored = firsts.flatMap((row) => {
    const contactId = ids.get(row.phone);
    return contactId ? [{ ...row, contactId }] : [];
  });
  const listed = await listMembersAmong(
    scope,
    importId,
    stored.map(({ contactId }) => contactId),
  );
  const fresh = stored.filter(({ contactId }) => !listed.has(contactId));
  const known = fresh.filter(({ phone }) => !created.has(phone));
  const filled = await updateImported(scope, known, isReplacing);
  const tagged = await addTags(scope, fresh);
  await insertListMembers(
    scope,
    importId,
    fresh.map(({ contactId, rowNumber, phone, consent }) => ({
      contactId,
      hasConsent: !consent || consent.answer === 'yes',
      rowNumber,
      wasCreated: created.has(phone),
      addedTags: tagged.get(contactId) ?? [],
      changes: filled.get(contactId) ?? null,
    })),
  );
  await storeRefusals(scope, importId, fresh);
  const changed = new Set([
    ...filled.keys(),
    ...known.flatMap(({ contactId }) => (tagged.has(contactId) ? contactId : [])),
  ]);
  await emitChanges(scope, changed);
  const outcomes = fresh.map(({ rowNumber, phone, contactId }): [number, RowOutcome] => {
    if (created.has(phone)) return [rowNumber, 'created'];
    return [rowNumber, changed.has(contactId) ? 'updated' : 'unchanged'];
  });
  const byRow = new Map(outcomes);
  return new Map(rows.map(({ rowNumber }) => [rowNumber, byRow.get(rowNumber) ?? 'duplicate']));
}

/** Stores the refusals of a list: no consent to advertising, and an opt-out of it where there is none. */
async function storeRefusals(
  scope: ActionScope,
  importId: ImportId,
  rows: readonly (ListRow & { contactId: ContactId })[],
): Promise<void> {
  const refusals = rows.flatMap(({ contactId, phone, consent }) =>
    consent?.answer === 'no' ? { contactId, phone, stated: consent.stated.slice(0, LONGEST_REASON) } : [],
  );
  if (refusals.length === 0) return;
  await insertRefusals(scope, importId, refusals);
  await addMissing(
    scope,
    refusals.map(({ phone, stated }) => ({ phone, note: stated })),
    { channelId: null, scope: 'marketing', source: 'import', note: null, importId, endsAt: null },
  );
}

/** Adds the tags of rows to their contacts. @returns the added ones by contact */
async function addTags(
  scope: ActionScope,
  rows: readonly (ListRow & { contactId: ContactId })[],
): Promise<Map<ContactId, string[]>> {
  const all = [...new Set(rows.flatMap(({ tags }) => tags))];
  if (all.length === 0) return new Map();
  const spelled = await spelledAsInUse(scope, all);
  const spellings = new Map(spelled.map((tag) => [tag.toLowerCase(), tag]));
  const wanted = rows.flatMap(({ contactId, tags }) =>
    tags.map((tag) => ({ contactId, tag: spellings.get(tag.toLowerCase()) ?? tag })),
  );
  const added = Map.groupBy(await insertTagsOf(scope, wanted), ({ contactId }) => contactId);
  return new Map([...added].map(([contactId, tags]) => [contactId, tags.map(({ tag }) => tag)]));
}

/**
 * Takes the next contacts off a list: removes the tags that the import gave them, gives back the values that it changed
 * and nobody changed since, and deletes those that it created and that nothing else refers to.
 */
export async function forgetListMembers(
  scope: ActionScope,
  importId: ImportId,
  limit: number,
): Promise<{ taken: number; deleted: number }> {
  const members = await takeListMembers(scope, importId, limit);
  const restored = await restoreFields(
    scope,
    members.filter(({ changes }) => changes !== null),
  );
  await emitChanges(scope, restored);
  await deleteRefusals(
    scope,
    importId,
    members.map(({ contactId }) => contactId),
  );
  const created = members.flatMap(({ contactId, wasCreated }) => (wasCreated ? contactId : []));
  return { taken: members.length, deleted: created.length > 0 ? await deleteUnused(scope, created) : 0 };
}

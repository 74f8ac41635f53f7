import type { z } from 'zod';
import type { OptOutScope } from '#contract/contacts/calls.ts';
import { LONGEST_REASON } from '#contract/contacts/values.ts';
import type { ImportId } from '#contract/imports/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { RowOutcome } from './import-actions.ts';
import type { ListRow } from './import-queries.ts';
import { addMissing, emitOptedIn } from '#server/contacts/opt-outs/opt-out-actions.ts';
import { listActiveOfImport, listPhonesOfImport, setLifted } from '#server/contacts/book/opt-out-queries.ts';

/** A list of opt-outs: what it gives to each number. */
export type OptOutList = { scope: z.infer<typeof OptOutScope>; note: string | null; endsAt: string | null };

/**
 * Stores rows of an imported list as opt-outs. It only adds: no opt-out is taken off, shortened or replaced.
 *
 * @returns the outcome of each row by its number
 */
export async function storeOptOutRows(
  scope: ActionScope,
  {
    importId,
    rows,
    list,
  }: { importId: ImportId; rows: readonly Pick<ListRow, 'rowNumber' | 'phone' | 'note'>[]; list: OptOutList },
): Promise<Map<number, RowOutcome>> {
  const earlier = await listPhonesOfImport(
    scope,
    importId,
    rows.map(({ phone }) => phone),
  );
  const firsts = [...new Map(rows.toReversed().map((row) => [row.phone, row])).values()].filter(
    ({ phone }) => !earlier.has(phone),
  );
  const added = await addMissing(
    scope,
    firsts.map(({ phone, note }) => ({ phone, note: note?.slice(0, LONGEST_REASON) ?? null })),
    {
      channelId: null,
      scope: list.scope,
      source: 'import',
      note: list.note,
      importId,
      endsAt: list.endsAt === null ? null : Temporal.Instant.from(list.endsAt),
    },
  );
  const outcomes = new Map(
    firsts.map(({ rowNumber, phone }): [number, RowOutcome] => [rowNumber, added.has(phone) ? 'created' : 'unchanged']),
  );
  return new Map(rows.map(({ rowNumber }) => [rowNumber, outcomes.get(rowNumber) ?? 'duplicate']));
}

/**
 * Takes the next opt-outs of an import off the list. Those that a member has edited since are no longer the import's,
 * and what a contact or a member said since is an opt-out of its own: both stay.
 */
export async function liftImportedOptOuts(
  scope: ActionScope,
  importId: ImportId,
  limit: number,
): Promise<{ taken: number; deleted: number }> {
  const at = scope.clock.now();
  const ids = await listActiveOfImport(scope, importId, limit);
  const lifted = await setLifted(scope, ids, { at, how: 'import' });
  await emitOptedIn(scope, lifted, at);
  return { taken: ids.length, deleted: lifted.length };
}

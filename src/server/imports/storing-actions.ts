import type { ImportOmission, ImportRejection } from '#contract/imports/calls.ts';
import { type ListRow, type RowOutcome, storeListRows } from '#server/contacts/imports/import-actions.ts';
import { storeOptOutRows } from '#server/contacts/imports/opt-out-import-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { addOmitted, type Counts, insertOmissions, insertRejections, type StoredImport } from './queries.ts';
import { readRow, type RowReading } from './row-rules.ts';

export type NumberedRow = { rowNumber: number; cells: readonly string[]; isBroken?: boolean };

/** Reads rows and stores them as what the list is for; those that cannot be are rejected. @returns their outcomes */
export async function storeRows(
  scope: ActionScope,
  { id, tags, updatesExisting, optOuts }: StoredImport,
  { reading, rows }: { reading: RowReading; rows: readonly NumberedRow[] },
): Promise<Counts> {
  const accepted: ListRow[] = [];
  const rejections: ImportRejection[] = [];
  const omissions: ImportOmission[] = [];
  for (const { rowNumber, cells, isBroken } of rows) {
    const read = isBroken ? { reason: 'row_broken' as const } : readRow(cells, reading);
    if ('reason' in read) {
      rejections.push({ rowNumber, reason: read.reason, cells: [...cells] });
      continue;
    }
    accepted.push({ ...read.contact, rowNumber, tags: [...tags, ...read.contact.tags] });
    omissions.push(...read.omitted.map((omitted) => ({ ...omitted, rowNumber })));
  }
  const outcomes = optOuts
    ? await storeOptOutRows(scope, { importId: id, rows: accepted, list: optOuts })
    : await storeListRows(scope, { importId: id, rows: accepted, isReplacing: updatesExisting });
  const duplicates = rows
    .filter(({ rowNumber }) => outcomes.get(rowNumber) === 'duplicate')
    .map(({ rowNumber, cells }) => ({ rowNumber, cells: [...cells], reason: 'duplicate' as const }));
  await insertRejections(scope, id, [...rejections, ...duplicates]);
  const stored = optOuts ? [] : omissions.filter(({ rowNumber }) => outcomes.get(rowNumber) !== 'duplicate');
  await addOmitted(scope, id, await insertOmissions(scope, id, stored));
  const count = (wanted: RowOutcome) => [...outcomes.values()].filter((outcome) => outcome === wanted).length;
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    duplicates: count('duplicate'),
    rejected: rejections.length,
  };
}

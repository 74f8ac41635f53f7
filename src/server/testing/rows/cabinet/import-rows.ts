import { randomUUID } from 'node:crypto';

type Ids = Record<'importId' | 'contactId' | 'mark', string>;

/** A row of each table of imports, without the tenant. */
export function importRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { importId, contactId, mark } = ids;
  const at = ids.at.toString();
  return {
    imported_contacts: { import_id: importId, contact_id: contactId, row_number: 1, was_created: true },
    imports: {
      id: importId,
      file_id: randomUUID(),
      title: mark,
      source: 'csv',
      status: 'draft',
      encoding: 'utf-8',
      delimiter: ',',
      title_rows: 0,
      columns: JSON.stringify([{ title: mark, field: 'phone', samples: [mark] }]),
      total: 1,
      created_at: at,
    },
    import_rejections: { import_id: importId, row_number: 1, reason: 'phone_empty', cells: [mark] },
    import_omissions: { import_id: importId, row_number: 1, field: 'birth_date', said: mark },
  };
}

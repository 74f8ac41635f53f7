import { z } from 'zod';
import { OptOutScope } from '#contract/contacts/calls.ts';
import { Tag } from '#contract/contacts/tags.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  IMPORT_FIELDS,
  IMPORT_PROBLEMS,
  IMPORT_SOURCES,
  IMPORT_STATUSES,
  LONGEST_SHEET_NAME,
  MAX_IMPORT_COLUMNS,
  MAX_LIST_TAGS,
  OMITTED_FIELDS,
  REJECTION_REASONS,
} from './values.ts';
import { OptOutPeriod, OptOutReason } from '#contract/contacts/opt-outs.ts';
import { Day, Instant, PageQuery, pageOf } from '#contract/primitives.ts';

export const ImportId = z.uuid().brand<'ImportId'>();
export type ImportId = z.infer<typeof ImportId>;

export const ImportSource = z.enum(IMPORT_SOURCES);
export const ImportStatus = z.enum(IMPORT_STATUSES);
export const ImportField = z.enum(IMPORT_FIELDS);
export type ImportField = z.infer<typeof ImportField>;
export const RejectionReason = z.enum(REJECTION_REASONS);
export type RejectionReason = z.infer<typeof RejectionReason>;

/** A column of the file; `field` is null for one that is not imported. */
export const ImportColumn = z.object({
  title: z.string(),
  field: ImportField.nullable(),
  /** Its cells in the first three rows; none of a column that is empty. */
  samples: z.array(z.string()),
  /** Days of the column are written month first, as 12/31/2000; each cell decides where its days show no order. */
  isMonthFirst: z.boolean().default(false),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** How a text file is read. */
export const ImportFormat = z.object({
  encoding: z.enum(IMPORT_ENCODINGS),
  delimiter: z.enum(IMPORT_DELIMITERS),
});
export type ImportFormat = z.infer<typeof ImportFormat>;

/** A list of contacts from a file or pasted. `rows` is the sum of the five counts after it. */
export const ContactImport = z.object({
  id: ImportId,
  /** Name of the file; of a pasted list the time it was pasted. */
  title: z.string(),
  source: ImportSource,
  status: ImportStatus,
  /** Null in XLSX files. */
  format: ImportFormat.nullable(),
  /** The sheet of a workbook that is read, and all that it has; none of other files. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  hasTitles: z.boolean(),
  columns: z.array(ImportColumn),
  tags: z.array(z.string()),
  consentSource: z.string(),
  consentedOn: z.iso.date().nullable(),
  /** The list is of numbers that must not be messaged; null: of contacts. */
  optOuts: z.object({ scope: OptOutScope, endsAt: Instant.nullable() }).nullable(),
  /** Rows of the file that are not empty, and those of them that are processed. */
  total: z.int(),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  duplicates: z.int(),
  rejected: z.int(),
  /** Cells that could not be read and were left out of their contacts. */
  omitted: z.int(),
  /** Progress of corrected rows that are being imported; else null. */
  correcting: z.object({ rows: z.int(), total: z.int() }).nullable(),
  /** Contacts that an undo deleted. */
  removed: z.int(),
  problem: z.enum(IMPORT_PROBLEMS).nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type ContactImport = z.infer<typeof ContactImport>;

/**
 * Multipart, one field `file`: CSV or XLSX, or pasted text with `?source=paste`. With `?corrects=` and the id of an
 * import it has rejected rows of that import, corrected, and they are imported at once. Answers a {@link ContactImport}.
 */
export const uploadImport = { method: 'POST', path: '/api/v1/contacts/imports/files' } as const;

const OfImport = z.object({ importId: ImportId });

export const listImports = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/imports',
  access: 'member',
  summary: 'Imports of contacts, newest first, without drafts.',
  query: PageQuery,
  reply: pageOf(ContactImport),
});

export const getImport = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/imports/:importId',
  access: 'member',
  summary: 'One import of contacts: its columns and how far it is.',
  params: OfImport,
  reply: ContactImport,
  problems: ['import.not_found'],
});

export const rereadImport = endpoint({
  method: 'PUT',
  path: '/api/v1/contacts/imports/:importId/format',
  access: 'member',
  summary: 'Reads the file of a draft again: in another encoding, with another delimiter, or another sheet.',
  params: OfImport,
  body: z.object({
    format: ImportFormat.nullable(),
    /** A sheet of the workbook; left out or null: the same as before. */
    sheet: z.string().max(LONGEST_SHEET_NAME).nullish(),
    hasTitles: z.boolean(),
  }),
  reply: ContactImport,
  problems: ['import.not_found', 'import.wrong_status', 'import.unreadable', 'import.too_many_rows', 'file.not_found'],
});

export const ImportStart = z.object({
  /** Meanings of the columns, in their order. */
  columns: z.array(ImportField.nullable()).max(MAX_IMPORT_COLUMNS),
  /** Given to every contact of the list. */
  tags: z.array(Tag).max(MAX_LIST_TAGS, { error: 'too_numerous' }).default([]),
  /** Where the contacts agreed to messages, e.g. "questionnaire in the salon". */
  consentSource: z.string().trim().min(1, { error: 'required' }).max(200, { error: 'too_long' }),
  consentedOn: Day.nullable(),
  /** Whether values of the file replace those of stored contacts; empty fields are filled in any case. */
  updatesExisting: z.boolean(),
  /** Whether numbers of other countries are imported. */
  allowsForeign: z.boolean(),
});
export type ImportStart = z.infer<typeof ImportStart>;

export const startImport = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/imports/:importId/start',
  access: 'member',
  summary: 'Imports the contacts of a draft. Opt-outs stay.',
  params: OfImport,
  body: ImportStart,
  reply: ContactImport,
  problems: ['import.not_found', 'import.wrong_status', 'tag.limit_reached'],
});

export const OptOutImportStart = z.object({
  /** Meanings of the columns, in their order; only phones and notes are read. */
  columns: ImportStart.shape.columns,
  scope: OptOutScope,
  /** The reason where the file has none. */
  note: OptOutReason,
  period: OptOutPeriod,
  allowsForeign: z.boolean(),
});
export type OptOutImportStart = z.infer<typeof OptOutImportStart>;

/** It only adds opt-outs. A number whose opt-out holds as long already stays as it is. */
export const startOptOutImport = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/imports/:importId/start-opt-outs',
  access: 'member',
  summary: 'Puts the numbers of a draft on the ignore list.',
  params: OfImport,
  body: OptOutImportStart,
  reply: ContactImport,
  problems: ['import.not_found', 'import.wrong_status'],
});

export const resumeImport = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/imports/:importId/resume',
  access: 'member',
  summary: 'Goes on with an import that failed, after its last processed row.',
  params: OfImport,
  reply: ContactImport,
  problems: ['import.not_found', 'import.wrong_status'],
});

/** Contacts that something else refers to, that were edited or got an opt-out stay; so do opt-outs that were confirmed since. */
export const undoImport = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/imports/:importId/undo',
  access: 'member',
  summary: 'Takes an import back: its opt-outs, or contacts that it created and that have nothing else, and its tags.',
  params: OfImport,
  reply: ContactImport,
  problems: ['import.not_found', 'import.wrong_status'],
});

export const ImportRejection = z.object({
  /** The row of the sheet, or the line of the text on which it begins; the first is 1. */
  rowNumber: z.int(),
  reason: RejectionReason,
  cells: z.array(z.string()),
});
export type ImportRejection = z.infer<typeof ImportRejection>;

export const listRejections = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/imports/:importId/rejections',
  access: 'member',
  summary: 'Rows of an import that became no contacts, in their order.',
  params: OfImport,
  query: PageQuery,
  reply: pageOf(ImportRejection),
  problems: ['import.not_found'],
});

/** A cell that could not be read; its contact was imported without it. */
export const ImportOmission = z.object({
  rowNumber: z.int(),
  field: z.enum(OMITTED_FIELDS),
  /** The beginning of the cell. */
  text: z.string(),
});
export type ImportOmission = z.infer<typeof ImportOmission>;

export const listOmissions = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/imports/:importId/omissions',
  access: 'member',
  summary: 'Cells that an import left out of its contacts, in the order of the rows.',
  params: OfImport,
  query: PageQuery,
  reply: pageOf(ImportOmission),
  problems: ['import.not_found'],
});

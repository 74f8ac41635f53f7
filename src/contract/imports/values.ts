/** Meanings of a column of an imported file. */
export const IMPORT_FIELDS = [
  'phone',
  'name',
  'first_name',
  'middle_name',
  'last_name',
  'email',
  'birth_date',
  'language',
  'tags',
  'note',
  'consent',
] as const;

/** Meanings that several columns may have: the first phone and the first email are taken, and all tags and notes. */
export const REPEATABLE_FIELDS = ['phone', 'email', 'tags', 'note'] as const;

export const IMPORT_SOURCES = ['csv', 'xlsx', 'paste'] as const;

/** `draft`: the columns are not confirmed yet. */
export const IMPORT_STATUSES = ['draft', 'running', 'done', 'failed', 'undoing', 'undone'] as const;

/** The encodings of today, of Windows, of old Macintosh and of DOS, in the countries of the product. */
export const IMPORT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1251',
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1257',
  'koi8-u',
  'ibm866',
  'ibm850',
  'x-mac-cyrillic',
  'macintosh',
] as const;
export const IMPORT_DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Why a row of a file became no contact. `phone_digits_lost`: a spreadsheet program rounded it, as in 7.9E+10.
 * `letters_lost`: the row is in another encoding than the file. `row_broken`: a quote in it is not closed. Reasons of an
 * email, a birthday, a language and a length are of former imports: see `OMITTED_FIELDS`.
 */
export const REJECTION_REASONS = [
  'phone_empty',
  'phone_digits_lost',
  'phone_wrong',
  'phone_foreign',
  'email_wrong',
  'birth_date_wrong',
  'language_unknown',
  'too_long',
  'letters_lost',
  'row_broken',
  'duplicate',
] as const;

/** Cells that are left out where they cannot be read; the contact of the row is imported without them. */
export const OMITTED_FIELDS = ['name', 'email', 'birth_date', 'language', 'tags', 'note', 'consent'] as const;

/** Why a whole import stopped. */
export const IMPORT_PROBLEMS = ['file_gone', 'file_unreadable', 'too_many_tags', 'stopped'] as const;

export const LARGEST_IMPORT_MEGABYTES = 20;
export const MAX_IMPORT_ROWS = 200_000;
export const MAX_IMPORT_COLUMNS = 100;
/** Fewer numbers are entered by hand (the specification, section 5). */
export const MIN_PASTED_ROWS = 3;
/** Tags that one import gives to its list. */
export const MAX_LIST_TAGS = 10;
/** Sheets of a workbook among which a member may choose. */
export const MAX_SHEETS = 50;
export const LONGEST_SHEET_NAME = 100;
/** The beginning of a cell that was left out. */
export const LONGEST_OMITTED = 200;

/** Meanings of a column of an imported file. */
export const IMPORT_FIELDS = ['phone', 'name', 'email', 'birth_date', 'language', 'tags', 'note'] as const;

export const IMPORT_SOURCES = ['csv', 'xlsx', 'paste'] as const;

/** `draft`: the columns are not confirmed yet. */
export const IMPORT_STATUSES = ['draft', 'running', 'done', 'failed', 'undoing', 'undone'] as const;

export const IMPORT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251'] as const;
export const IMPORT_DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Why a row of a file became no contact. `phone_digits_lost`: a spreadsheet program rounded it, as in 7.9E+10.
 * `letters_lost`: the row is in another encoding than the file.
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
  'duplicate',
] as const;

/** Why a whole import stopped. */
export const IMPORT_PROBLEMS = ['file_gone', 'file_unreadable', 'too_many_tags', 'stopped'] as const;

export const LARGEST_IMPORT_MEGABYTES = 20;
export const MAX_IMPORT_ROWS = 200_000;
export const MAX_IMPORT_COLUMNS = 100;
/** Fewer numbers are entered by hand (the specification, section 5). */
export const MIN_PASTED_ROWS = 3;
/** Tags that one import gives to its list. */
export const MAX_LIST_TAGS = 10;

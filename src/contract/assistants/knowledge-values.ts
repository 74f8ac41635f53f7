/** Sizes and lists of an assistant's knowledge; no Zod, so that the web loads them at once. */

export const LARGEST_KNOWLEDGE_MEGABYTES = 50;
/** Files are distinguished by their content; these are the names that are offered. */
export const KNOWLEDGE_EXTENSIONS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'] as const;

/** Sources of one assistant. */
export const MAX_KNOWLEDGE_SOURCES = 1_000;
/** Passages of one source; the rest of a longer one is left out. */
export const MAX_SOURCE_PASSAGES = 5_000;
/** Passages of one assistant; a source above it is not read. */
export const MAX_ASSISTANT_PASSAGES = 20_000;

export const LONGEST_KNOWLEDGE_QUESTION = 500;
export const MAX_PAIR_QUESTIONS = 20;
export const LONGEST_KNOWLEDGE_ANSWER = 4_000;
export const LONGEST_KNOWLEDGE_ADDRESS = 2_000;
export const MAX_SITE_PAGES = 100;

/** Days after which a page or a site is read again. */
export const KNOWLEDGE_REFRESH_DAYS = [1, 7, 30] as const;

/** `page`: one page of the web; `site`: it and the pages of its site that it leads to. */
export const KNOWLEDGE_KINDS = ['file', 'pair', 'page', 'site'] as const;

/**
 * `waiting`: it is read next. `failed`: the last reading ended with a trouble; passages of the reading before it, where
 * there are any, are still used.
 */
export const KNOWLEDGE_STATES = ['waiting', 'reading', 'ready', 'failed'] as const;

/**
 * Why a source was not read:
 *
 * - `scan`: it has pictures of text alone.
 * - `locked`: it needs a password.
 * - `damaged`: it is no whole document of its kind.
 * - `too_big`: it holds more than is read, or its unpacked size is that of a bomb.
 * - `too_slow`: reading it takes too long.
 * - `too_many_passages`: the assistant has no room for so many.
 * - `empty`: it has no text.
 * - `gone`: the file was deleted, or there is no page at the address.
 * - `inside`: the address, or one that it redirects to, is in our own network or is no public one.
 * - `forbidden`: the site asks robots not to read it, or wants a sign-in.
 * - `unreachable`: the site does not answer.
 * - `not_text`: there is a picture or a program at the address, not a page.
 */
export const KNOWLEDGE_TROUBLES = [
  'scan',
  'locked',
  'damaged',
  'too_big',
  'too_slow',
  'too_many_passages',
  'empty',
  'gone',
  'inside',
  'forbidden',
  'unreachable',
  'not_text',
] as const;

/** The parts of a source that a reading left out: `failed_pages` of a site could not be read, of the rest there was too much. */
export const KNOWLEDGE_OMISSIONS = [
  'rows',
  'columns',
  'pages',
  'scanned_pages',
  'text',
  'passages',
  'failed_pages',
] as const;

/** Why a question was noted: nothing was found, a person was needed, or the answer was not covered by what was found. */
export const GAP_REASONS = ['nothing_found', 'handed_over', 'not_covered'] as const;

export const GAP_STATES = ['open', 'answered', 'dismissed'] as const;

/**
 * Texts that are read without the other texts of their rooms: each is a section of the rooms' files, and all sections
 * of a name are read together, e.g. `refusals:waitlist_full` is `refusal.waitlist_full` in `<language>/waitlist.json`.
 */
export const SECTIONS = {
  commands: 'command',
  senders: 'sender',
  bulks: 'bulk',
  mailing_results: 'mailing_results',
  mailing_warnings: 'warning',
  notices: 'notice',
  refusals: 'refusal',
  rules: 'rule',
  widget_entries: 'widget',
} as const;

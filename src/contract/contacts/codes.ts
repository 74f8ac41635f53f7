/** Refusals of the room, and their HTTP statuses. */
export const CONTACTS_PROBLEMS = {
  'contact.not_found': 404,
  'tag.limit_reached': 409,
  'opt_out.not_found': 404,
  'opt_out.over': 409,
  'opt_out.changed_meanwhile': 409,
  'opt_out.link_invalid': 404,
} as const;

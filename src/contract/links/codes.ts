/** Refusals of the room, and their HTTP statuses. */
export const LINKS_PROBLEMS = {
  'link.not_found': 404,
  'link.changed_meanwhile': 409,
  'qr_page.not_found': 404,
  'qr_page.changed_meanwhile': 409,
} as const;

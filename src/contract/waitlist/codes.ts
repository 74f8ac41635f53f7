/** Refusals of the room, and their HTTP statuses. */
export const WAITLIST_PROBLEMS = {
  'waitlist.test_phone_missing': 422,
  'waitlist.changed_meanwhile': 409,
  'waitlist.audience_missing': 422,
  'waitlist.link_missing': 422,
  'waitlist_entry.not_found': 404,
  'waitlist.preference_unknown': 422,
  'waitlist.full': 409,
  'freed_slot.not_found': 404,
  'waitlist.slot_closed': 409,
} as const;

/** Why a freed slot is not offered. */
export const WAITLIST_RULES = ['slot_closed'] as const;

/** Notices of the room to the members of a cabinet. */
export const WAITLIST_NOTICES = ['slot_to_enter'] as const;

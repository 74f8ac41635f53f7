/** Notices of the room to the members of a cabinet. */
export const ONBOARDING_NOTICES = ['quick_start_not_started'] as const;

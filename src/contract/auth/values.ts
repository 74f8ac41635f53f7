/** Roles of members, in descending order of rights. */
export const MEMBER_ROLES = ['owner', 'staff'] as const;

/** Accounts of the demo that a visitor can sign in to. */
export const DEMO_PEOPLE = ['owner', 'staff', 'partner', 'admin', 'super_admin'] as const;

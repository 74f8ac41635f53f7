/** Roles of members, in descending order of rights. */
export const MEMBER_ROLES = ['owner', 'staff'] as const;

/** Accounts of the demo that a visitor can sign in to. */
export const DEMO_PEOPLE = ['owner', 'staff', 'partner', 'admin', 'super_admin'] as const;

/** Parts of a demo, in the order in which they are made. */
export const DEMO_PARTS = ['connections', 'flows', 'past'] as const;
export type DemoPart = (typeof DEMO_PARTS)[number];

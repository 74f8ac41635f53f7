/** Orders of the list of customers as the address names them. */
export const CONTACT_ORDERS = ['newest', 'oldest', 'a_z', 'z_a'] as const;
export type ContactOrder = (typeof CONTACT_ORDERS)[number];

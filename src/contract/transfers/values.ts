/** Days until an offer of flows to another cabinet expires. */
export const TRANSFER_DAYS = 14;

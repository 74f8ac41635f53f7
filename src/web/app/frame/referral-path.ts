/** Where a partner's link and its figures are. */
export const REFERRAL_PATH = '/partners/promocodes';

export const BUTTON_ACTIONS = ['visit', 'page', 'table'] as const;
export const BUTTON_POSITIONS = ['bottom_right', 'bottom_left', 'inline'] as const;
export const LONGEST_BUTTON_LABEL = 40;
export const MAX_BUTTONS = 50;
export const TABLE_REQUEST_STATUSES = ['new', 'confirmed', 'declined', 'cancelled'] as const;
export const RESERVE_STATES = ['none', 'pending', 'held', 'refused', 'cancelled'] as const;
export const ONLINE_BOOKING_STATUSES = ['pending', 'booked', 'taken', 'failed'] as const;
/** Days over which openings of a button's page and its bookings are counted. */
export const BUTTON_FIGURE_DAYS = 30;

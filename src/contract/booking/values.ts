export const BUTTON_ACTIONS = ['page', 'table'] as const;
export const BUTTON_POSITIONS = ['bottom_right', 'bottom_left', 'inline'] as const;
export const LONGEST_BUTTON_LABEL = 40;
export const MAX_BUTTONS = 50;
export const TABLE_REQUEST_STATUSES = ['new', 'confirmed', 'declined', 'cancelled'] as const;
export const RESERVE_STATES = ['none', 'pending', 'held', 'refused', 'cancelled'] as const;

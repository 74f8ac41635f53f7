/** The contacts a freed slot is offered to. `list_then_audience`: those who wait first, then likely clients. */
export const SLOT_AUDIENCES = ['list', 'list_then_audience', 'audience'] as const;

/** `order`: each in turn, for a while. `all`: everybody at once; the first to accept has it. */
export const SLOT_MODES = ['order', 'all'] as const;

/**
 * `open`: it is offered · `filled`: a contact has it · `unfilled`: nobody took it in time · `restored`: the visit takes
 * place after all · `taken`: the booking system has another visit there · `stopped`: by a member.
 */
export const SLOT_STATUSES = ['open', 'filled', 'unfilled', 'restored', 'taken', 'stopped'] as const;

/**
 * The visit of the contact who has the slot. `pending`: it is being entered in the booking system · `booked`: it is
 * there · `by_staff`: a member is to enter it · `entered`: a member has · `failed`: the booking system refused or was
 * not reached, a member is to enter it · `refused`: the time was taken there meanwhile.
 */
export const SLOT_BOOKINGS = ['pending', 'booked', 'by_staff', 'entered', 'failed', 'refused'] as const;

/**
 * `queued`: their turn has not come · `open`: they may accept · `accepted` · `declined` · `lapsed`: they did not answer
 * in time · `lost`: another was first · `withdrawn`: the slot is not free any more · `skipped`: not written to, by a rule.
 */
export const OFFER_STATUSES = [
  'queued',
  'open',
  'accepted',
  'declined',
  'lapsed',
  'lost',
  'withdrawn',
  'skipped',
] as const;

/** Where a contact joined the waiting list. */
export const ENTRY_SOURCES = ['staff', 'visit', 'site', 'offer'] as const;

/** `served`: they got a slot. `removed`: by a member, or they do not wait any more. */
export const ENTRY_STATUSES = ['waiting', 'served', 'removed'] as const;

/** Variables of an offer. */
export const OFFER_VARIABLES = [
  'clientName',
  'recordDate',
  'recordTime',
  'recordWeekday',
  'serviceTitle',
  'masterName',
  'orderSum',
  'branchTitle',
  'branchAddress',
  'branchPhone',
  'businessName',
  'slotLink',
  'ignoreLink',
] as const;

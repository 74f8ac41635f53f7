/** Maximum characters of a message to a contact. */
export const LONGEST_TEXT = 1024;

/** Variables of a daily or weekly report. */
export const REPORT_VARIABLES = [
  'reportPeriod',
  'reportBooked',
  'reportCame',
  'reportNoShow',
  'reportCancelled',
  'reportNew',
  'reportRevenue',
  'reportAverage',
  'reportSent',
  'reportRead',
  'reportAnswered',
  'reportAhead',
] as const;

/** Variables of templates about a review: of the alert to the owner, and of the answer to the contact. */
export const REVIEW_VARIABLES = ['reviewStars', 'reviewText', 'reviewLink', 'reviewAnswer'] as const;

export const TEXT_VARIABLES = [
  'clientName',
  'recordDate',
  'recordTime',
  'recordWeekday',
  'oldRecordDate',
  'oldRecordTime',
  'masterName',
  'serviceTitle',
  'orderSum',
  'visitsCount',
  'spentSum',
  'offerTitle',
  'orderNumber',
  'orderStatus',
  'orderItems',
  'deliveryKind',
  'readyTime',
  'courierName',
  'courierPhone',
  'cancelCause',
  'paymentLink',
  'dealTitle',
  'dealStage',
  'dealSum',
  'dealResponsible',
  'taskText',
  'taskDate',
  'taskTime',
  'eventName',
  ...REPORT_VARIABLES,
  ...REVIEW_VARIABLES,
  'branchTitle',
  'branchAddress',
  'branchPhone',
  'businessName',
  'recordForm',
  'reviewForm',
  'slotLink',
  'ignoreLink',
] as const;

/** Why a replaced text cannot be saved. */
export const REPLACE_TROUBLES = [
  'required',
  'too_long',
  'url',
  'unknown_variable',
  'foreign_variable',
  'torn_variable',
  'invalid',
  'fixed',
] as const;

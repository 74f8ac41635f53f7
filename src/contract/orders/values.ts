/** The specification's statuses, in their usual order; `unknown` is any other. */
export const ORDER_STATUSES = [
  'Unconfirmed',
  'WaitCooking',
  'ReadyForCooking',
  'CookingStarted',
  'CookingCompleted',
  'Waiting',
  'OnWay',
  'Delivered',
  'Closed',
  'Cancelled',
  'unknown',
] as const;

export const DELIVERY_KINDS = ['DeliveryByCourier', 'DeliveryByClient'] as const;

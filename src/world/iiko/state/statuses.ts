export const STATUSES = [
  ...(['Unconfirmed', 'WaitCooking', 'ReadyForCooking', 'CookingStarted', 'CookingCompleted'] as const),
  ...(['Waiting', 'OnWay', 'Delivered', 'Closed', 'Cancelled'] as const),
] as const;
export type Status = (typeof STATUSES)[number];
export const KINDS = ['DeliveryByCourier', 'DeliveryByClient', 'Common'] as const;
export type Kind = (typeof KINDS)[number];
export type Creation = 'Success' | 'InProgress' | 'Error';

/** The usual sequence of an order's statuses; an order picked up by the guest needs no courier. */
export const PATHS: Record<Kind, readonly Status[]> = {
  DeliveryByCourier: STATUSES.slice(0, 9),
  DeliveryByClient: STATUSES.slice(0, 9).filter((status) => status !== 'OnWay'),
  Common: STATUSES.slice(0, 9).filter((status) => status !== 'OnWay' && status !== 'Delivered'),
};

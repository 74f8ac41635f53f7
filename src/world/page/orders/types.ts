export const STATUSES = [
  ...(['Unconfirmed', 'WaitCooking', 'ReadyForCooking', 'CookingStarted', 'CookingCompleted'] as const),
  ...(['Waiting', 'OnWay', 'Delivered', 'Closed', 'Cancelled'] as const),
] as const;
export type Status = (typeof STATUSES)[number];
export const KINDS = ['DeliveryByCourier', 'DeliveryByClient', 'Common'] as const;
export type Kind = (typeof KINDS)[number];

export type Restaurant = {
  id: string;
  name: string;
  network: string;
  city: string;
  currency: string;
  loyalty: boolean;
};
export type Product = { id: string; network: string; name: string; price: number };
export type Guest = { id: string; network: string; name: string; surname: string; phone: string };
export type Courier = { id: string; organizationId: string; name: string };
export type Order = {
  id: string;
  organizationId: string;
  number: number;
  kind: Kind;
  guestId: string | null;
  guestName: string;
  /** With a plus. */
  phone: string;
  lines: { productId: string; name: string; price: number; amount: number }[];
  sum: number;
  comment: string | null;
  address: { street: string; house: string; flat: string } | null;
  status: Status;
  creation: 'Success' | 'InProgress' | 'Error';
  error: { message: string } | null;
  courierId: string | null;
  cancel: { at: string; causeId: string; comment: string | null } | null;
  completeBefore: string;
  createdAt: string;
  changedAt: string;
};
/** The state of iiko as the page shows it. */
export type Iiko = {
  organizations: Restaurant[];
  terminalGroups: { organizationId: string; timeZone: string }[];
  couriers: Courier[];
  products: Product[];
  guests: Guest[];
  cancelCauses: { id: string; name: string }[];
  orders: Order[];
  switches: {
    webhooks: 'on' | 'off';
    body: 'array' | 'object';
    order: 'kept' | 'reversed';
    commands: 'work' | 'fail' | 'hang';
  };
};

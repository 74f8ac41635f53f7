import type { Creation, Kind, Status } from './statuses.ts';

/** A key of the restaurant's: `apiLogin` of the first kind of tokens, `apiKey` of the second. */
export type Login = {
  kind: 'apiLogin' | 'apiKey';
  key: string;
  name: string;
  organizationIds: string[];
  /** Paths below `/api/` that the restaurant has not granted, e.g. `1/webhooks/settings`; a prefix is enough. */
  denied: string[];
  /** Tokens issued before this moment are refused, epoch milliseconds. */
  revokedBefore: number;
  isBlocked: boolean;
};
/** An integrator's id and secret, for the second kind of tokens. */
export type App = { appId: string; clientSecret: string };

export type Organization = {
  id: string;
  name: string;
  /** The network it belongs to: its organizations share the menu. */
  network: string;
  address: string;
  city: string;
  /** ISO 4217. */
  currency: string;
  latitude: number;
  longitude: number;
  /** Whether it has iikoCard; without it all loyalty calls are 400. */
  loyalty: boolean;
  /** Whether the restaurant answers; commands fail with a time-out while it does not. */
  online: boolean;
};
export type TerminalGroup = {
  id: string;
  organizationId: string;
  name: string;
  address: string;
  timeZone: string;
  /** Groups that are not granted to the login come only with `includeDisabled`. */
  isGranted: boolean;
  isAsleep: boolean;
};

export type OrderType = { id: string; name: string; kind: Kind };
export type CancelCause = { id: string; name: string };
export type Courier = { id: string; organizationId: string; name: string; phone: string };
export type Product = { id: string; network: string; name: string; price: number };
export type Guest = {
  id: string;
  network: string;
  name: string;
  surname: string;
  /** Digits. */
  phone: string;
  email: string;
  /** `2001-02-28` or empty. */
  birthday: string;
  sex: 0 | 1 | 2;
  /** 0 unknown, 1 given, 2 revoked. */
  consentStatus: 0 | 1 | 2;
  promo: boolean | null;
  bonuses: number;
  /** Orders of before the world began, as the counters of iikoCard have them. */
  earlierOrders: number;
  earlierSum: number;
  registeredAt: number;
  isInBlacklist: boolean;
};
export type Line = { productId: string; name: string; price: number; amount: number };

export type Order = {
  id: string;
  posId: string;
  organizationId: string;
  terminalGroupId: string;
  externalNumber: string | null;
  number: number;
  kind: Kind;
  /** Null for a guest who is not kept (`one-time`). */
  guestId: string | null;
  guestName: string;
  /** With a plus. */
  phone: string;
  lines: Line[];
  sum: number;
  comment: string | null;
  sourceKey: string | null;
  address: { city: string; street: string; house: string; flat: string } | null;
  status: Status;
  creation: Creation;
  error: { code: string; message: string; description: string | null } | null;
  courierId: string | null;
  problem: string | null;
  cancel: { at: number; causeId: string; comment: string | null } | null;
  isDeleted: boolean;
  /** When it is promised, epoch milliseconds. */
  completeBefore: number;
  createdAt: number;
  confirmedAt: number | null;
  cookingCompletedAt: number | null;
  sentAt: number | null;
  deliveredAt: number | null;
  closedAt: number | null;
  changedAt: number;
  /** Grows with every change of any order. */
  revision: number;
  /** Events sent to webhooks, oldest first, so that they can be resent. */
  events: OrderEvent[];
};

/** An event as it was made for the webhooks. */
export type OrderEvent = {
  organizationId: string;
  orderId: string;
  status: Status;
  /** The creation failed. */
  isError: boolean;
  event: Record<string, unknown>;
};

export const RESERVE_STATUSES = ['New', 'Started', 'Closed'] as const;
export type Reserve = {
  id: string;
  organizationId: string;
  terminalGroupId: string;
  guestId: string | null;
  guestName: string;
  phone: string;
  guestsCount: number;
  comment: string | null;
  durationInMinutes: number;
  shouldRemind: boolean;
  status: (typeof RESERVE_STATUSES)[number];
  cancelReason: 'ClientNotAppeared' | 'ClientRefused' | 'Other' | null;
  tableIds: string[];
  startsAt: number;
  guestsCameAt: number | null;
  isDeleted: boolean;
  creation: Creation;
  error: Order['error'];
  changedAt: number;
};

export type WebhookFilter = {
  deliveryOrderFilter: { orderStatuses: string[]; itemStatuses: string[]; errors: boolean } | null;
  tableOrderFilter: unknown;
  reserveFilter: { updates: boolean; errors: boolean } | null;
  stopListUpdateFilter: unknown;
  personalShiftFilter: unknown;
};
/** The webhook address of one login for one organization; there is only one. */
export type Webhook = {
  organizationId: string;
  loginKey: string;
  uri: string;
  authToken: string;
  filter: WebhookFilter;
  /** Somebody else's, set by the scenario: nothing is sent there. */
  isForeign: boolean;
};
export type Command = {
  id: string;
  loginKey: string;
  organizationId: string;
  at: number;
  state: 'InProgress' | 'Success' | 'Error';
  errorReason: string | null;
};

/** How the service departs from its usual ways. */
export type Switches = {
  /** `off` loses webhooks: none is sent, none is repeated later. */
  webhooks: 'on' | 'off';
  /** A lone object instead of an array of one. */
  body: 'array' | 'object';
  /** Whether `Authorization` says `Bearer ` before the token. */
  bearer: boolean;
  /** Two changes of an order are sent in the wrong order. */
  order: 'kept' | 'reversed';
  /** Events are gathered and come in one array when the switch goes back. */
  held: boolean;
  /** The result of commands. */
  commands: 'work' | 'fail' | 'hang';
};

export type IikoState = {
  apps: App[];
  logins: Login[];
  organizations: Organization[];
  terminalGroups: TerminalGroup[];
  orderTypes: OrderType[];
  cancelCauses: CancelCause[];
  couriers: Courier[];
  products: Product[];
  guests: Guest[];
  orders: Order[];
  reserves: Reserve[];
  webhooks: Webhook[];
  commands: Command[];
  heldEvents: OrderEvent[];
  lastNumber: number;
  lastRevision: number;
  switches: Switches;
};

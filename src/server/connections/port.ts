import type { ConnectionKind, ConnectionTrouble, CrmRight } from '#contract/connections/calls.ts';
import type { DeliveryKind, OrderLine, OrderStatus } from '#contract/orders/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { VisitStatus } from '#contract/visits/calls.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { ClinicProvider, RecordPayload } from './clinic-port.ts';
import type { DealCapability } from './deal-port.ts';
import type { ShopCapability } from './shop-port.ts';
import type { PayloadSignature } from './signature-port.ts';
import type { TableCapability } from './table-port.ts';
import type { TalkCapability } from './talk-port.ts';
import type { Webhook, WebhookState } from './webhook-port.ts';

/** Every outside system the product reads from, by kind, and the one in which patients of clinics are booked. */
export type SourceProviders = ReadonlyMap<ConnectionKind, SourceProvider> & { readonly clinics?: ClinicProvider };

/** The context of actions that call outside systems. */
export type SourceContext = Context & { readonly sourceProviders: SourceProviders };

/**
 * The tenant and urgency of a vendor call. Vendors count calls by our IP address, so all tenants share one rate limit;
 * its slots are given to urgent calls first, then to tenants in rotation.
 */
export type Requester = { tenantId: TenantId; isUrgent: boolean; signal?: AbortSignal };

/** Secrets of one connection, by the names its provider gives them. Sealed at rest. */
export type Credentials = Readonly<Record<string, string>>;

/** A requester with the secrets of one connection. */
export type Caller = Requester & {
  credentials: Credentials;
  /** The branch that is called, where the call is about one. */
  branchExternalId?: string;
  /** Where the vendor posts to us. */
  webhook?: Webhook;
};

/** A branch as calls name it; the vendor's times without a zone are in its time zone. */
export type BranchPlace = { externalId: string; timeZone: string; currency: string };

export type { Webhook, WebhookState };

/**
 * An outside system the product reads from; each vendor implements it once, in `server/providers/<name>`, and
 * `server/app` binds it. Each thing a system offers is a capability of its own. Calls return the vendor's refusals as
 * results and throw for bugs alone.
 */
export type SourceProvider = {
  kind: ConnectionKind;
  /**
   * Checks the submitted form as far as the vendor allows, and returns the account and the credentials to store.
   *
   * @param given the fields of one of the sign-in ways that the kind declares
   */
  signIn(requester: Requester, given: Credentials): Promise<ProviderResult<Account>>;
  listBranches(caller: Caller): Promise<ProviderResult<BranchFacts[]>>;
  /** Returns null when the credentials no longer open the branch. */
  getBranch(caller: Caller, branchId: string): Promise<ProviderResult<BranchFacts | null>>;
  /** Lists the rights the connected user lacks; absent where the vendor does not report them. */
  missingRights?(caller: Caller, branchId: string): Promise<ProviderResult<CrmRight[]>>;
  /** Returns the host of the address the vendor posts to; only where it stores one address per branch. */
  webhookState?(
    caller: Caller,
    branchId: string,
    webhook: Webhook,
  ): Promise<ProviderResult<Exclude<WebhookState, { state: 'none' }> | { state: 'none' }>>;
  /**
   * Makes the vendor post to us and keeps the addresses of other systems. Safe to repeat.
   *
   * @param options.takes where the vendor stores one address: ours may replace another
   */
  subscribe(
    caller: Caller,
    branchId: string,
    webhook: Webhook,
    options: { takes: boolean },
  ): Promise<ProviderResult<WebhookState>>;
  /** Removes our address; the addresses of other systems stay. */
  unsubscribe(caller: Caller, branchId: string, webhook: Webhook): Promise<ProviderResult<null>>;
  /** Returns why the access ends soon although calls still work; null: it does not. Only where it is renewed. */
  accessEnding?(caller: Caller): Promise<ConnectionTrouble | null>;
  /** Deletes what is stored for calls of a connection beside its credentials. */
  forget?(caller: Caller): Promise<void>;
  /** How payloads are signed; absent: they are not. */
  signature?: PayloadSignature;
  /** Names a delivery of a payload, where the vendor does: repeats of it are dropped. */
  deliveryOf?(headers: Readonly<Record<string, string>>): string | null;
  /** Names the account that posts, where the vendor does: one that is not a branch of the connection is refused. */
  accountOf?(headers: Readonly<Record<string, string>>): string | null;
  bookings?: BookingCapability;
  orders?: OrderCapability;
  loyalty?: LoyaltyCapability;
  tables?: TableCapability;
  deals?: DealCapability;
  talks?: TalkCapability;
  shop?: ShopCapability;
};

/**
 * The account of the credentials. The name is empty where the vendor does not send it.
 *
 * @property signingSecret by which the vendor signs its payloads, where the owner enters it
 */
export type Account = { credentials: Credentials; name: string; signingSecret?: string | undefined };

/** Visits, clients, masters and services. */
export type BookingCapability = {
  listMasters(caller: Caller, branchId: string): Promise<ProviderResult<MasterFacts[]>>;
  listServices(caller: Caller, branch: BranchPlace): Promise<ProviderResult<ServiceFacts[]>>;
  /** Returns one page of records, deleted ones included. */
  listVisits(
    caller: Caller,
    branch: BranchPlace,
    which: { changedAfter: Temporal.Instant } | { from: Temporal.PlainDate; to: Temporal.PlainDate },
    page: number,
  ): Promise<ProviderResult<VisitPage>>;
  /** Returns null when the vendor no longer has the record. */
  getVisit(caller: Caller, branch: BranchPlace, visitId: string): Promise<ProviderResult<VisitFacts | null>>;
  /**
   * Reads the record, passes it to `isWanted`, and only then writes. Every other field of the record stays unchanged.
   *
   * @returns the record after the change, null when the vendor no longer has it
   */
  setStatus(
    caller: Caller,
    branch: BranchPlace,
    visitId: string,
    change: { status: 'confirmed' | 'waiting' | 'arrived' | 'no_show'; isWanted: (current: VisitFacts) => boolean },
  ): Promise<ProviderResult<{ visit: VisitFacts | null; isWritten: boolean }>>;
  cancelVisit(caller: Caller, branchId: string, visitId: string): Promise<ProviderResult<null>>;
  /**
   * Creates a visit, once for its key: a repeated call returns the visit of the first. Absent where the vendor creates none.
   *
   * @returns `taken` where the master has another visit at that time
   */
  createVisit?(caller: Caller, branch: BranchPlace, visit: NewVisit): Promise<ProviderResult<VisitFacts | 'taken'>>;
  /**
   * Moves a visit like `setStatus` changes one, without messages of the vendor. Absent where the vendor moves none.
   *
   * @returns `taken` where the master has another visit at that time
   */
  moveVisit?(
    caller: Caller,
    branch: BranchPlace,
    visitId: string,
    change: { startsAt: Temporal.Instant; isWanted: (current: VisitFacts) => boolean },
  ): Promise<ProviderResult<{ visit: VisitFacts | null; isWritten: boolean } | 'taken'>>;
  /** Lists the times of a day at which a master is free for so long. Absent where the vendor does not report them. */
  listFreeTimes?(caller: Caller, branch: BranchPlace, wanted: WantedTime): Promise<ProviderResult<Temporal.Instant[]>>;
  /** Returns null when the vendor no longer has the client. */
  getClient(caller: Caller, branch: BranchPlace, clientId: string): Promise<ProviderResult<ClientFacts | null>>;
  /** Returns one page of the branch's clients, or of those changed since; `nextPage` is null at the end. */
  listClients(
    caller: Caller,
    branch: BranchPlace,
    changedAfter: Temporal.Instant | null,
    page: number,
  ): Promise<ProviderResult<{ clients: ClientFacts[]; nextPage: number | null }>>;
  /**
   * Returns the record that a payload says has changed. Payloads are unsigned, so no other field is trusted.
   *
   * @throws {UnreadablePayload} when the body is not what the vendor documents
   */
  readPayload(body: Buffer): ChangeNotice;
  /**
   * Returns whether a payload contains the time of the change: two equal payloads are then about one change, and the
   * second is dropped.
   */
  isTimed(body: Buffer): boolean;
  /** Where payloads hold whole records and a token of ours: those of `places`. @throws {UnreadablePayload} */
  readRecords?(body: Buffer, places: readonly BranchPlace[]): RecordPayload[];
};

/** Orders, which arrive whole in the payloads. */
export type OrderCapability = {
  /**
   * Lists orders changed since a revision. `too_old`: the vendor stores revisions for hours, not days; list by date
   * instead.
   */
  listChanged(caller: Caller, place: BranchPlace, since: number): Promise<ProviderResult<OrderPage | 'too_old'>>;
  /** Lists orders that are to be ready on the days, both included, by the branch's calendar. */
  listByDate(
    caller: Caller,
    place: BranchPlace,
    days: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  ): Promise<ProviderResult<OrderPage>>;
  /**
   * Translates a payload into our terms. Orders of other branches are dropped; parts that are no event are returned as
   * `unreadable`.
   *
   * @throws {UnreadablePayload} when nothing of the body is what the vendor documents
   */
  readPayload(
    body: Buffer,
    places: readonly BranchPlace[],
  ): { payloads: OrderPayload[]; unreadable: UnreadableRecord[] };
};

/** Loyalty cards, requested one at a time. */
export type LoyaltyCapability = {
  /** Returns whether cards can be requested; `closed`: the login lacks the method. */
  isOpen(caller: Caller, branchId: string): Promise<ProviderResult<boolean | 'closed'>>;
  /**
   * Returns the contact's card in the loyalty program; null when there is none.
   *
   * @param phone E.164
   * @returns `no_loyalty` where the branch has no such program
   */
  getClient(
    caller: Caller,
    branchId: string,
    phone: string,
  ): Promise<ProviderResult<ClientFacts | null | 'no_loyalty'>>;
};

/** The body cannot be parsed; it is stored and shown in the connection's health. */
export class UnreadablePayload extends Error {
  override name = 'UnreadablePayload';
}

/** The vendor's value, or the problem as our code and the vendor's text. */
export type ProviderResult<T> =
  | { isOk: true; value: T }
  | { isOk: false; trouble: ConnectionTrouble; text: string | null; isTemporary: boolean; retryAfterMs: number | null };

export type Refusal = Extract<ProviderResult<never>, { isOk: false }>;

/** Degrees. */
export type Coordinates = { latitude: number; longitude: number };

/** Reads coordinates that a vendor sends; zeros are its way to say that it has none. */
export function coordinatesOf({
  latitude,
  longitude,
}: {
  latitude: number | null;
  longitude: number | null;
}): Coordinates | null {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

export type BranchFacts = {
  externalId: string;
  title: string;
  city: string | null;
  address: string | null;
  /** Null where the vendor does not send them. */
  coordinates: Coordinates | null;
  phone: string | null;
  /** IANA; null where the vendor does not send it. */
  timeZone: string | null;
  /** Null where its records alone state it. */
  currency: string | null;
  isLicenceActive: boolean;
  /** A contact may not cancel a visit later than this before its start; null: no limit. */
  cancelClosesMinutes: number | null;
  /** The same for moving a visit; absent where the vendor does not send it: as for cancelling. */
  moveClosesMinutes?: number | null;
};
export type MasterFacts = { externalId: string; name: string; specialization: string | null; isActive: boolean };
export type ServiceFacts = {
  externalId: string;
  title: string;
  categoryTitle: string | null;
  priceMinor: number | null;
  durationMinutes: number | null;
  isActive: boolean;
  /** Masters who perform it, with a duration of their own or null. Absent where the vendor does not send it. */
  masters?: { externalId: string; durationMinutes: number | null }[];
};

/** One page of records. Those in `unreadable` are not what the vendor documents; `nextPage` is null at the end. */
export type VisitPage = {
  /** Records on all pages, where the vendor sends it. */
  total: number | null;
  visits: VisitFacts[];
  unreadable: UnreadableRecord[];
  unknownFields: string[];
  nextPage: number | null;
};

/** The record as received, and what is wrong with it, for people. */
export type UnreadableRecord = { body: string; problem: string };

/** A record in our terms. */
export type VisitFacts = {
  externalId: string;
  externalVisitId: string | null;
  client: ClientFacts | null;
  masterExternalId: string | null;
  masterName: string | null;
  services: { externalId: string; title: string }[];
  startsAt: Temporal.Instant;
  durationMinutes: number;
  status: VisitStatus;
  /** The vendor's status text; used where the status is unknown. */
  statusText?: string;
  totalMinor: number;
  comment: string;
  manageUrl: string | null;
  isOnline: boolean;
  createdAt: Temporal.Instant | null;
  changedAt: Temporal.Instant | null;
};

/** A day of the branch's calendar; the time of `without`, a visit that is to be moved, counts as free. */
export type WantedTime = {
  masterExternalId: string;
  day: Temporal.PlainDate;
  durationMinutes: number;
  without?: { startsAt: Temporal.Instant; durationMinutes: number };
};

/** A visit to create at the vendor. */
export type NewVisit = {
  /** Idempotency key, stored with the record. */
  key: string;
  /** The phone is in E.164. */
  client: { name: string; phone: string };
  masterExternalId: string;
  serviceExternalIds: readonly string[];
  startsAt: Temporal.Instant;
  durationMinutes: number;
  comment: string;
};

export type ClientFacts = {
  externalId: string;
  /** With the surname. */
  name: string;
  /** The name without the surname. Absent where the vendor has it in one field. */
  givenName?: string | null;
  /** As the vendor stores it; we normalise it. */
  phone: string | null;
  email: string | null;
  isNew: boolean;
  visitsCount: number | null;
  /** Absent where the vendor does not send it. */
  refusesMailings?: boolean;
  /** `YYYY-MM-DD`; null when it is not known. Absent where the vendor does not send it. */
  birthDate?: string | null;
  /** The vendor's labels of the client. Absent where the vendor does not send them. */
  categories?: string[];
  /** Sum of all their visits, in minor units of the branch's currency. Absent where the vendor does not send it. */
  spentMinor?: number;
};

/** A record to read again, and its branch. */
export type ChangeNotice = {
  branchExternalId: string;
  /** `catalogue`: masters, services, pipelines or the branch itself. `other` is ignored. */
  kind: 'visit' | 'client' | 'deal' | 'task' | 'catalogue' | 'other';
  externalId: string;
  /** Paths of undocumented fields, with repeats. */
  unknownFields: string[];
};

/** One page of orders; those in `unreadable` are not what the vendor documents. */
export type OrderPage = {
  orders: OrderFacts[];
  unreadable: UnreadableRecord[];
  /** Paths of undocumented fields, with repeats. */
  unknownFields: string[];
  /** The vendor's last revision, from which the next poll continues. */
  revision: number | null;
};

/** The orders of a payload for one branch. */
export type OrderPayload = { branchExternalId: string } & Omit<OrderPage, 'revision'>;

/** An order in our terms. */
export type OrderFacts = {
  /** Unique within its branch. */
  externalId: string;
  number: string | null;
  client: ClientFacts | null;
  /** Null: neither delivery nor pickup. */
  deliveryKind: DeliveryKind | null;
  status: OrderStatus;
  /** The source's status text. */
  statusText: string;
  totalMinor: number;
  items: OrderLine[];
  createdAt: Temporal.Instant | null;
  completeBefore: Temporal.Instant | null;
  deliveredAt: Temporal.Instant | null;
  /** Sort key of the changes of one order; null where the source does not send it. */
  changedAt: Temporal.Instant | null;
  courier: { name: string; phone: string | null } | null;
  cancelCause: string | null;
  comment: string;
};

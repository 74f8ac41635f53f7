import type { ConnectionKind, ConnectionTrouble, CrmRight } from '#contract/connections.ts';
import type { DeliveryKind, OrderLine, OrderStatus } from '#contract/orders.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { VisitStatus } from '#contract/visits.ts';
import type { Context } from '#server/platform/context.ts';

/** Every outside system the product reads from, by kind. */
export type SourceProviders = ReadonlyMap<ConnectionKind, SourceProvider>;

/** The context of actions that call outside systems. */
export type SourceContext = Context & { readonly sourceProviders: SourceProviders };

/**
 * For whom the vendor is called. Vendors count calls by our address, so all tenants share one allowance; it is given
 * out in turns, to what a person waits for first.
 */
export type Asker = { tenantId: TenantId; isUrgent: boolean; signal?: AbortSignal };

/** Secrets of one connection, by the names its provider gives them. Sealed at rest. */
export type Credentials = Readonly<Record<string, string>>;

/** An asker with the secrets of one connection. */
export type Caller = Asker & { credentials: Credentials };

/** A branch as calls name it: naive times of the vendor are its wall clock. */
export type BranchPlace = { externalId: string; timeZone: string; currency: string };

/** Where the vendor must post, and what it must send along; the token is empty where the vendor sends none. */
export type Webhook = { url: string; token: string };

/**
 * - `set`: the vendor posts to us. `manual`: only a person can make it.
 * - `foreign`: it posts to somebody else and knows one address only.
 */
export type WebhookState = { state: 'set' | 'manual' } | { state: 'foreign'; host: string };

/**
 * An outside system the product reads from; each vendor implements it once, in `server/providers/<name>`, and
 * `server/app` introduces it. Each thing a system offers is a capability of its own. Calls never throw for what the
 * vendor says; they throw for bugs alone.
 */
export type SourceProvider = {
  kind: ConnectionKind;
  /**
   * Checks what was typed into the form of the kind, as far as the vendor lets us, and says what is to be kept of it.
   *
   * @param given the fields of one of the ways in which the kind declares to be connected
   */
  signIn(asker: Asker, given: Credentials): Promise<ProviderResult<Account>>;
  listBranches(caller: Caller): Promise<ProviderResult<BranchFacts[]>>;
  /** Null when the credentials do not open it any more. */
  getBranch(caller: Caller, branchId: string): Promise<ProviderResult<BranchFacts | null>>;
  /** Rights the connected user lacks; left out where the vendor does not say. */
  missingRights?(caller: Caller, branchId: string): Promise<ProviderResult<CrmRight[]>>;
  /** The owner of the address the vendor posts to; only where it knows one address for a branch. */
  webhookState?(
    caller: Caller,
    branchId: string,
    webhook: Webhook,
  ): Promise<ProviderResult<WebhookState | { state: 'none' }>>;
  /**
   * Makes the vendor post to us and leaves others' addresses alone. Safe to repeat.
   *
   * @param options.takes where the vendor knows one address: ours may take the place of another's
   */
  subscribe(
    caller: Caller,
    branchId: string,
    webhook: Webhook,
    options: { takes: boolean },
  ): Promise<ProviderResult<WebhookState>>;
  /** Takes our address away; another's stays. */
  unsubscribe(caller: Caller, branchId: string, webhook: Webhook): Promise<ProviderResult<null>>;
  bookings?: BookingCapability;
  orders?: OrderCapability;
  loyalty?: LoyaltyCapability;
};

/** The account of the credentials. The name is empty where the vendor does not say. */
export type Account = { credentials: Credentials; name: string };

/** Visits, those who come, and what they book. */
export type BookingCapability = {
  listMasters(caller: Caller, branchId: string): Promise<ProviderResult<MasterFacts[]>>;
  listServices(caller: Caller, branch: BranchPlace): Promise<ProviderResult<ServiceFacts[]>>;
  /** One page of records, deleted ones too. */
  listVisits(
    caller: Caller,
    branch: BranchPlace,
    which: { changedAfter: Temporal.Instant } | { from: Temporal.PlainDate; to: Temporal.PlainDate },
    page: number,
  ): Promise<ProviderResult<VisitPage>>;
  /** Null when the vendor no longer knows it. */
  getVisit(caller: Caller, branch: BranchPlace, visitId: string): Promise<ProviderResult<VisitFacts | null>>;
  /**
   * Reads the record, asks `isWanted` of what is there now, and only then writes. Every other field of the record stays as it was.
   *
   * @returns the record as it is afterwards, null when the vendor no longer knows it
   */
  setStatus(
    caller: Caller,
    branch: BranchPlace,
    visitId: string,
    change: { status: 'confirmed' | 'waiting' | 'arrived' | 'no_show'; isWanted: (current: VisitFacts) => boolean },
  ): Promise<ProviderResult<{ visit: VisitFacts | null; isWritten: boolean }>>;
  cancelVisit(caller: Caller, branchId: string, visitId: string): Promise<ProviderResult<null>>;
  /** Null when the vendor no longer knows them. */
  getClient(caller: Caller, branch: BranchPlace, clientId: string): Promise<ProviderResult<ClientFacts | null>>;
  /** One page of the branch's clients, or of those changed since; `nextPage` is null at the end. */
  listClients(
    caller: Caller,
    branch: BranchPlace,
    changedAfter: Temporal.Instant | null,
    page: number,
  ): Promise<ProviderResult<{ clients: ClientFacts[]; nextPage: number | null }>>;
  /**
   * The record a payload says to read again. Payloads are unsigned: nothing else of them is believed.
   *
   * @throws {UnreadablePayload} when the body is not what the vendor documents
   */
  readPayload(body: Buffer): ChangeNotice;
  /**
   * Whether a payload says when the change was made: two that are alike are then about one change, and the second is
   * left out.
   */
  isTimed(body: Buffer): boolean;
};

/** Orders, which come whole with the payloads. */
export type OrderCapability = {
  /** Orders that changed since a revision. `too_old`: the vendor remembers hours, not days; days must be asked for. */
  listChanged(caller: Caller, place: BranchPlace, since: number): Promise<ProviderResult<OrderPage | 'too_old'>>;
  /** Orders that are to be ready on the days, both included, by the branch's calendar. */
  listByDate(
    caller: Caller,
    place: BranchPlace,
    days: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  ): Promise<ProviderResult<OrderPage>>;
  /**
   * Our words for what the vendor posted. Orders of branches that are not among the places are left out; what is no
   * event is returned as `unreadable`.
   *
   * @throws {UnreadablePayload} when nothing of the body is what the vendor documents
   */
  readPayload(
    body: Buffer,
    places: readonly BranchPlace[],
  ): { payloads: OrderPayload[]; unreadable: UnreadableRecord[] };
};

/** Cards of customers, asked for one by one. */
export type LoyaltyCapability = {
  /** Whether cards can be asked for; `closed`: there may be some, but the login was not given the method. */
  isOpen(caller: Caller, branchId: string): Promise<ProviderResult<boolean | 'closed'>>;
  /**
   * The card of a customer in the loyalty program; null when there is none.
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

/** The body cannot be understood; it is kept and shown in the connection's health. */
export class UnreadablePayload extends Error {
  override name = 'UnreadablePayload';
}

/** The answer of the vendor, or the trouble in words of ours and its own. */
export type ProviderResult<T> =
  | { isOk: true; value: T }
  | { isOk: false; trouble: ConnectionTrouble; text: string | null; isTemporary: boolean; retryAfterMs: number | null };

export type Refusal = Extract<ProviderResult<never>, { isOk: false }>;

export type BranchFacts = {
  externalId: string;
  title: string;
  city: string | null;
  address: string | null;
  phone: string | null;
  /** IANA; null where the vendor does not say. */
  timeZone: string | null;
  currency: string;
  isLicenceActive: boolean;
  /** From so long before its start on a contact may not cancel a visit; null: never. */
  cancelClosesMinutes: number | null;
};
export type MasterFacts = { externalId: string; name: string; specialization: string | null; isActive: boolean };
export type ServiceFacts = {
  externalId: string;
  title: string;
  categoryTitle: string | null;
  priceMinor: number | null;
  durationMinutes: number | null;
  isActive: boolean;
};

/** `unreadable` records of the page are not what the vendor documents and are left out; `nextPage` is null at the end. */
export type VisitPage = {
  /** Records of all pages, where the vendor says. */
  total: number | null;
  visits: VisitFacts[];
  unreadable: UnreadableRecord[];
  unknownFields: string[];
  nextPage: number | null;
};

/** As it came, and what is wrong with it, for people. */
export type UnreadableRecord = { body: string; problem: string };

/** A record, in our words. */
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
  /** The vendor's own word for it; matters where the status is unknown. */
  statusText?: string;
  totalMinor: number;
  comment: string;
  manageUrl: string | null;
  isOnline: boolean;
  createdAt: Temporal.Instant | null;
  changedAt: Temporal.Instant | null;
};

export type ClientFacts = {
  externalId: string;
  name: string;
  /** As the vendor has it; normalised by us. */
  phone: string | null;
  email: string | null;
  isNew: boolean;
  visitsCount: number | null;
  /** Left out where the vendor does not say. */
  refusesMailings?: boolean;
  /** `YYYY-MM-DD`; null when it is not known. Left out where the vendor does not say. */
  birthDate?: string | null;
  /** Labels the vendor has for the client. Left out where the vendor does not say. */
  categories?: string[];
  /** Minor units of the branch's currency, of all their visits. Left out where the vendor does not say. */
  spentMinor?: number;
};

/** A record to read again, and its branch. */
export type ChangeNotice = {
  branchExternalId: string;
  /** `catalogue`: masters, services or the branch itself. `other` is nothing of ours. */
  kind: 'visit' | 'client' | 'catalogue' | 'other';
  externalId: string;
  /** Names the vendor does not document, by path; as often as they came. */
  unknownFields: string[];
};

/** Orders that were read; `unreadable` ones are not what the vendor documents and are left out. */
export type OrderPage = {
  orders: OrderFacts[];
  unreadable: UnreadableRecord[];
  /** Names the vendor does not document, by path; as often as they came. */
  unknownFields: string[];
  /** The vendor's number of the last change there was, to ask on from. */
  revision: number | null;
};

/** The orders of a payload for one branch. */
export type OrderPayload = { branchExternalId: string } & Omit<OrderPage, 'revision'>;

/** An order, in our words. */
export type OrderFacts = {
  /** The only one in its branch. */
  externalId: string;
  number: string | null;
  client: ClientFacts | null;
  /** Null: neither brought nor fetched. */
  deliveryKind: DeliveryKind | null;
  status: OrderStatus;
  /** The source's own word. */
  statusText: string;
  totalMinor: number;
  items: OrderLine[];
  createdAt: Temporal.Instant | null;
  completeBefore: Temporal.Instant | null;
  deliveredAt: Temporal.Instant | null;
  /** Orders changes of one order; null where the source does not say. */
  changedAt: Temporal.Instant | null;
  courier: { name: string; phone: string | null } | null;
  cancelCause: string | null;
  comment: string;
};

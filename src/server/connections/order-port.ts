import type { ConnectionKind } from '#contract/connections.ts';
import type { DeliveryKind, OrderLine, OrderStatus } from '#contract/orders.ts';
import type { Context } from '#server/platform/context.ts';
import type { Asker, BranchFacts, ClientFacts, ProviderResult, UnreadableRecord } from './port.ts';

/** Every system of orders the product speaks to. */
export type OrderSystems = ReadonlyMap<ConnectionKind, OrderProvider>;

/** Of actions that speak to systems of orders. */
export type OrderContext = Context & { readonly orderSystems: OrderSystems };

/**
 * What a system of orders lets us in with: an API login, or a key the restaurant made, beside which our own
 * application's secrets are shown. Sealed at rest.
 */
export type OrderCredentials = { way: 'api_login' | 'api_key'; key: string };

/** An asker with the secrets of one connection. */
export type OrderCaller = Asker & { credentials: OrderCredentials };

/** What a call needs to know of a branch: naive times of the vendor are its wall clock. */
export type OrderPlace = { externalId: string; timeZone: string; currency: string };

/** Where the vendor must post, and what it must send along. */
export type OrderWebhook = { url: string; token: string };

/** As `BranchFacts`; a system of orders may not tell its zone. */
export type OrderBranchFacts = Omit<BranchFacts, 'timeZone'> & { timeZone: string | null };

/**
 * - `set`: the vendor posts to us. `manual`: only a person can make it.
 * - `foreign`: it posts to somebody else and knows one address only.
 */
export type OrderWebhookState = { state: 'set' | 'manual' } | { state: 'foreign'; host: string };

/** Orders that were read; `unreadable` ones are not what the vendor documents and are left out. */
export type OrderPage = {
  orders: OrderFacts[];
  unreadable: UnreadableRecord[];
  /** Names the vendor does not document, by path; as often as they came. */
  unknownFields: string[];
  /** The vendor's number of the last change there was, to ask on from. */
  revision: number | null;
};

/** What a post says, for one branch. */
export type OrderPayload = { branchExternalId: string } & Omit<OrderPage, 'revision'>;

/**
 * What the product needs from a system of orders; each vendor implements it once, in `server/providers/<name>`, and
 * `server/app` introduces it. Calls never throw for what the vendor says; they throw for bugs alone.
 */
export type OrderProvider = {
  kind: ConnectionKind;
  listBranches(caller: OrderCaller): Promise<ProviderResult<OrderBranchFacts[]>>;
  /** Null when the login does not open it any more. */
  getBranch(caller: OrderCaller, branchId: string): Promise<ProviderResult<OrderBranchFacts | null>>;
  /** Whether customers' cards can be asked for; `closed`: there may be some, but the login was not given the method. */
  hasLoyalty(caller: OrderCaller, branchId: string): Promise<ProviderResult<boolean | 'closed'>>;
  /** Whose address the vendor posts to. */
  webhookState(
    caller: OrderCaller,
    branchId: string,
    webhook: OrderWebhook,
  ): Promise<ProviderResult<OrderWebhookState | { state: 'none' }>>;
  /** Makes the vendor post to us. Another's address stays, unless `takes`. Safe to repeat. */
  subscribe(
    caller: OrderCaller,
    branchId: string,
    webhook: OrderWebhook,
    takes: boolean,
  ): Promise<ProviderResult<OrderWebhookState>>;
  /** Takes our address away; another's stays. */
  unsubscribe(caller: OrderCaller, branchId: string, webhook: OrderWebhook): Promise<ProviderResult<null>>;
  /** Orders that changed since a revision. `too_old`: the vendor remembers hours, not days; days must be asked for. */
  listChanged(
    caller: OrderCaller,
    place: OrderPlace,
    sinceRevision: number,
  ): Promise<ProviderResult<OrderPage | 'too_old'>>;
  /** Orders that are to be ready on the days, both included, by the branch's calendar. */
  listByDate(
    caller: OrderCaller,
    place: OrderPlace,
    days: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  ): Promise<ProviderResult<OrderPage>>;
  /**
   * What the loyalty program knows of a customer; null when it does not.
   *
   * @param phone E.164
   * @returns `no_loyalty` where the branch has no such program
   */
  getClient(
    caller: OrderCaller,
    branchId: string,
    phone: string,
  ): Promise<ProviderResult<ClientFacts | null | 'no_loyalty'>>;
  /**
   * Our words for what the vendor posted. Orders of branches that are not among the places are left out; so is what is
   * no event, and told as `unreadable`.
   *
   * @throws {UnreadablePayload} when nothing of the body is what the vendor documents
   */
  read(body: Buffer, places: readonly OrderPlace[]): { payloads: OrderPayload[]; unreadable: UnreadableRecord[] };
};

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
  /** Tells newer news from older; null where the source does not tell. */
  changedAt: Temporal.Instant | null;
  courier: { name: string; phone: string | null } | null;
  cancelCause: string | null;
  comment: string;
};

import type { ConnectionKind, ConnectionTrouble, CrmRight } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { VisitStatus } from '#contract/visits.ts';
import type { Context } from '#server/platform/context.ts';

/** Every booking system the product speaks to. */
export type Bookings = ReadonlyMap<ConnectionKind, BookingProvider>;

/** Of actions that speak to booking systems. */
export type BookingContext = Context & { readonly bookings: Bookings };

/**
 * For whom the vendor is called. Vendors count calls by our address, so all tenants share one allowance; it is given
 * out in turns, to what a person waits for first.
 */
export type Asker = { tenantId: TenantId; isUrgent: boolean; signal?: AbortSignal };

/** An asker with the secrets of one connection. */
export type Caller = Asker & { credentials: BookingCredentials };

/** What a call needs to know of a branch: naive times of the vendor are its wall clock. */
export type BranchPlace = { externalId: string; timeZone: string; currency: string };

/**
 * What the product needs from a booking system; each vendor implements it once, in `server/providers/<name>`, and
 * `server/app` introduces it. Calls never throw for what the vendor says; they throw for bugs alone.
 */
export type BookingProvider = {
  kind: ConnectionKind;
  /** Exchanges login and password for a token; a token is checked. */
  signIn(
    asker: Asker,
    given: { login: string; password: string } | { userToken: string },
  ): Promise<ProviderResult<BookingCredentials>>;
  listBranches(caller: Caller): Promise<ProviderResult<BranchFacts[]>>;
  getBranch(caller: Caller, branchId: string): Promise<ProviderResult<BranchFacts>>;
  /** Rights the connected user lacks. */
  missingRights(caller: Caller, branchId: string): Promise<ProviderResult<CrmRight[]>>;
  /**
   * Adds our address to the branch's webhooks and leaves others' alone. Safe to repeat.
   * `manual` where the vendor lets only a person do it.
   */
  subscribe(caller: Caller, branchId: string, webhookUrl: string): Promise<ProviderResult<'set' | 'manual'>>;
  unsubscribe(caller: Caller, branchId: string, webhookUrl: string): Promise<ProviderResult<null>>;
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
   * Reads the record, asks `isWanted` of what is there now, and only then writes. Whatever else the record holds stays as it was.
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
  /** Null when the vendor no longer knows her. */
  getClient(caller: Caller, branch: BranchPlace, clientId: string): Promise<ProviderResult<ClientFacts | null>>;
  /** One page of the branch's clients, or of those changed since; `nextPage` is null at the end. */
  listClients(
    caller: Caller,
    branch: BranchPlace,
    changedAfter: Temporal.Instant | null,
    page: number,
  ): Promise<ProviderResult<{ clients: ClientFacts[]; nextPage: number | null }>>;
  /**
   * Our words for what the vendor posted. Its posts are unsigned: only say *what* to read again.
   *
   * @throws {UnreadablePayload} when the body is not what the vendor documents
   */
  read(body: Buffer): BookingNotice;
};

/** The body cannot be understood; it is kept and shown in the connection's health. */
export class UnreadablePayload extends Error {
  override name = 'UnreadablePayload';
}

/** The vendor's secrets and who they belong to. Sealed at rest. */
export type BookingCredentials = { userToken: string; userName: string };

/** What the vendor answered, or why not, in words of ours and its own. */
export type ProviderResult<T> =
  | { isOk: true; value: T }
  | { isOk: false; trouble: ConnectionTrouble; text: string | null; isTemporary: boolean; retryAfterMs: number | null };

export type BranchFacts = {
  externalId: string;
  title: string;
  city: string | null;
  address: string | null;
  phone: string | null;
  /** IANA. */
  timeZone: string;
  currency: string;
  isLicenceActive: boolean;
  /** So long before its start a customer may no longer cancel a visit; null: never. */
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
  /** Left out where the vendor does not tell. */
  refusesMailings?: boolean;
  /** `YYYY-MM-DD`; null when it is not known. Left out where the vendor does not tell. */
  birthDate?: string | null;
  /** What the vendor files her under. Left out where the vendor does not tell. */
  categories?: string[];
  /** Minor units of the branch's currency, of all her visits. Left out where the vendor does not tell. */
  spentMinor?: number;
};

/** What to read again, and where. */
export type BookingNotice = {
  branchExternalId: string;
  /** `catalogue`: masters, services or the branch itself. `other` is nothing of ours. */
  kind: 'visit' | 'client' | 'catalogue' | 'other';
  externalId: string;
  /** Names the vendor does not document, by path; as often as they came. */
  unknownFields: string[];
};

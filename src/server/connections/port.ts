import type { ConnectionKind, ConnectionTrouble, CrmRight } from '#contract/connections.ts';
import type { VisitStatus } from '#contract/visits.ts';

/**
 * What the product needs from a booking system; each vendor implements it once, in `server/providers/<name>`, and
 * `server/app` introduces it. Calls never throw for what the vendor says; they throw for bugs alone.
 */
export type BookingProvider = {
  kind: ConnectionKind;
  /** Exchanges login and password for a token; a token is checked. */
  signIn(given: { login: string; password: string } | { userToken: string }): Promise<Told<BookingCredentials>>;
  listBranches(credentials: BookingCredentials): Promise<Told<BranchFacts[]>>;
  getBranch(credentials: BookingCredentials, branchId: string): Promise<Told<BranchFacts>>;
  /** Rights the connected user lacks. */
  missingRights(credentials: BookingCredentials, branchId: string): Promise<Told<CrmRight[]>>;
  /** Adds our address to the branch's hooks and leaves others' alone. Safe to repeat. */
  subscribe(credentials: BookingCredentials, branchId: string, hookUrl: string): Promise<Told<null>>;
  unsubscribe(credentials: BookingCredentials, branchId: string, hookUrl: string): Promise<Told<null>>;
  listMasters(credentials: BookingCredentials, branchId: string): Promise<Told<MasterFacts[]>>;
  listServices(credentials: BookingCredentials, branchId: string): Promise<Told<ServiceFacts[]>>;
  /** One page of records, deleted ones too; `nextPage` is null at the end. */
  listVisits(
    credentials: BookingCredentials,
    branch: { externalId: string; timeZone: string },
    which: { changedAfter: Temporal.Instant } | { from: Temporal.PlainDate; to: Temporal.PlainDate },
    page: number,
  ): Promise<Told<{ visits: VisitFacts[]; nextPage: number | null }>>;
  /** Null when the vendor no longer knows it. */
  getVisit(
    credentials: BookingCredentials,
    branch: { externalId: string; timeZone: string },
    visitId: string,
  ): Promise<Told<VisitFacts | null>>;
  /** Answers the record as it is afterwards. Whatever else the record holds stays as it was. */
  setStatus(
    credentials: BookingCredentials,
    branch: { externalId: string; timeZone: string },
    visitId: string,
    status: 'confirmed' | 'waiting' | 'arrived' | 'no_show',
  ): Promise<Told<VisitFacts>>;
  cancelVisit(credentials: BookingCredentials, branchId: string, visitId: string): Promise<Told<null>>;
  /**
   * Our words for what the vendor posted. Its posts are unsigned: only say *what* to read again.
   *
   * @throws {UnreadablePost} when the body is not what the vendor documents
   */
  read(body: Buffer): BookingNotice[];
};

/** The body cannot be understood; it is kept and shown in the connection's health. */
export class UnreadablePost extends Error {
  override name = 'UnreadablePost';
}

/** The vendor's secrets and who they belong to. Sealed at rest. */
export type BookingCredentials = { userToken: string; userName: string };

/** What the vendor answered, or why not, in words of ours and its own. */
export type Told<T> =
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
};

export type BookingNotice =
  | { kind: 'visit'; branchExternalId: string; externalId: string; isDeleted: boolean }
  | {
      kind: 'client';
      branchExternalId: string;
      externalId: string;
      isDeleted: boolean;
      refusesMailings: boolean | null;
      birthDate: string | null;
      name: string | null;
      phone: string | null;
    }
  | { kind: 'catalogue'; branchExternalId: string }
  | { kind: 'other'; branchExternalId: string };

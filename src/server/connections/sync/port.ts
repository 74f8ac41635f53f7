import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope, Scoped } from '#server/platform/database/db.ts';
import type { Cursor } from '#server/connections/jobs.ts';
import type { OpenBranch } from '#server/connections/storage/opening-actions.ts';
import type {
  ChangeNotice,
  ProviderResult,
  Refusal,
  SourceContext,
  SourceProvider,
  UnreadableRecord,
} from '#server/connections/port.ts';
import type { StoredPayload } from '#server/connections/shop-port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';

/**
 * The period the engine reads. `changes`: since the last poll; `recent`: at first, the days around today; `past`: the
 * time before them.
 */
export type Stretch = 'changes' | 'recent' | 'past';

export type Page<Item> = {
  items: Item[];
  /** Records that are not what the vendor documents; the items omit them. */
  unreadable: UnreadableRecord[];
  /** Paths of undocumented fields, with repeats. */
  unknownFields: string[];
  /** Position at which the reading continues; null at the end. */
  next: Cursor | null;
  /** Records on all pages, where the vendor sends it. */
  total: number | null;
  /** The vendor's last revision; null where it has no revisions. */
  revision: number | null;
};

/** Items that a payload brought for one branch. */
export type ItemBatch<Item> = Pick<Page<Item>, 'items' | 'unreadable' | 'unknownFields'> & {
  branchExternalId: string;
};

/** The content of one payload: records to read again, or the items themselves. */
export type SourcePayload<Item> = {
  notices: ChangeNotice[];
  delivered: ItemBatch<Item>[];
  /** Parts that are not what the vendor documents. */
  unreadable: UnreadableRecord[];
};

/** Context in which items were read. */
export type Reading = {
  /** When the reading began, or the payload arrived: data stored by a later reading is not overwritten. */
  readAt: Temporal.Instant;
  stretch: Stretch | 'webhook';
};

/**
 * One kind of records, as the engine polls and imports them and processes payloads about them. The room that stores the
 * records declares it; `server/app` binds it. A source opens no database connection of its own.
 */
export type Source<Item = unknown> = {
  /** Pages of `recent` or `past` per run, so that branches alternate. */
  pagesPerRun: number;
  /**
   * Returns the first position of a stretch.
   *
   * @param since only for `changes`: everything that changed before is read
   */
  begin(
    stretch: Stretch,
    branch: KnownBranch,
    times: { now: Temporal.Instant; since: Temporal.Instant | null },
  ): Cursor;
  readPage(opened: OpenBranch, cursor: Cursor, now: Temporal.Instant): Promise<ProviderResult<Page<Item>>>;
  /** Stores items of one branch and emits their events, exactly once however often an item is read. */
  record(scope: ActionScope, branch: KnownBranch, read: Reading & { items: readonly Item[] }): Promise<void>;
  /**
   * Reads the catalogue that records refer to, e.g. masters and services, before the first page. @returns the refusal,
   * if any
   */
  prepare?(ctx: SourceContext, opened: OpenBranch): Promise<Refusal | null>;
  /** Called when a stretch is read to its end. */
  finish?(scope: TenantScope, branch: KnownBranch, stretch: Stretch, now: Temporal.Instant): Promise<void>;
  /**
   * Called after a poll that could read every record, before `finish`: what it did not list may be gone.
   *
   * @param branch as it was before the poll
   */
  settleUnlisted?(scope: ActionScope, branch: KnownBranch, now: Temporal.Instant): Promise<void>;
  /** @throws {UnreadablePayload} when nothing of the body is what the vendor documents */
  parsePayload(provider: SourceProvider, payload: StoredPayload, branches: readonly KnownBranch[]): SourcePayload<Item>;
  /** Only for sources whose payloads name records to read again. */
  notices?: NoticeReader;
};

/** A notice with the time of the last payload about the same record. */
export type Notice = Omit<ChangeNotice, 'unknownFields'> & { receivedAt: Temporal.Instant };

export type NoticeReader = {
  /**
   * One change causes several payloads: time after the last payload until a burst is over, and the longest time one may
   * last.
   */
  burst: { quietMs: number; patienceMs: number };
  /** Drops notices about unknown records, and about records read since. */
  selectNeeded<Any extends Notice>(scope: TenantScope, branch: KnownBranch, notices: readonly Any[]): Promise<Any[]>;
  /** Reads the record of a notice from the vendor. @returns a function that stores it */
  read(opened: OpenBranch, notice: Notice): Promise<ProviderResult<Recording>>;
};

export type Recording = (scope: Scoped<SourceContext>, readAt: Temporal.Instant) => Promise<void>;

/** The sources by the capability of a connection's kind; a room that is not bound brings none. */
export type Sources = Readonly<Partial<Record<'visits' | 'orders' | 'deals' | 'talks' | 'shop', Source>>>;

/** The context of the engine. */
export type SyncContext = SourceContext & { readonly sources: Sources };

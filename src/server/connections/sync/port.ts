import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { Cursor } from '#server/connections/jobs.ts';
import type { OpenBranch } from '#server/connections/opening-actions.ts';
import type {
  ChangeNotice,
  ProviderResult,
  Refusal,
  SourceContext,
  SourceProvider,
  UnreadableRecord,
} from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/rules.ts';

/**
 * The stretch of time the engine reads: `changes` since it last asked; `recent` at first, the days around today; `past`,
 * what was before them.
 */
export type Stretch = 'changes' | 'recent' | 'past';

export type Page<Item> = {
  items: Item[];
  /** Records that are not what the vendor documents; they are left out of the items. */
  unreadable: UnreadableRecord[];
  /** Names the vendor does not document, by path; as often as they came. */
  unknownFields: string[];
  /** Where to read on; null at the end. */
  next: Cursor | null;
  /** Records of all pages, where the vendor says. */
  total: number | null;
  /** The vendor's number of the last change there was; null where it does not count them. */
  revision: number | null;
};

/** Items that a payload brought for one branch. */
export type Delivered<Item> = Pick<Page<Item>, 'items' | 'unreadable' | 'unknownFields'> & {
  branchExternalId: string;
};

/** The content of one payload: records to read again, or the items themselves. */
export type Understood<Item> = {
  notices: ChangeNotice[];
  delivered: Delivered<Item>[];
  /** Parts of it that are nothing the vendor documents. */
  unreadable: UnreadableRecord[];
};

export type EmitContext = Pick<Context, 'clock' | 'subscriptions'>;

/** How items came to be known. */
export type Reading = {
  /** When the reading began, or the payload came: what is stored from later stays. */
  readAt: Temporal.Instant;
  stretch: Stretch | 'webhook';
};

/**
 * One sort of records, as the engine polls and imports them and takes in payloads about them. The
 * room that keeps the records declares it; `server/app` introduces it. Nothing here opens a connection of its own.
 */
export type Source<Item = unknown> = {
  /** Pages of `recent` or `past` in one run; then others have their turn. */
  pagesPerRun: number;
  /**
   * Where a stretch begins.
   *
   * @param since only of `changes`: everything that changed before is read
   */
  begin(
    stretch: Stretch,
    branch: KnownBranch,
    times: { now: Temporal.Instant; since: Temporal.Instant | null },
  ): Cursor;
  readPage(opened: OpenBranch, cursor: Cursor, now: Temporal.Instant): Promise<ProviderResult<Page<Item>>>;
  /** Stores items of one branch and emits what happened to each, exactly once however often they come. */
  record(
    ctx: EmitContext,
    scope: TenantScope,
    branch: KnownBranch,
    read: Reading & { items: readonly Item[] },
  ): Promise<void>;
  /** Reads what records are told in, e.g. masters and services, before the first of them. @returns what stands in the way */
  prepare?(ctx: SourceContext, opened: OpenBranch): Promise<Refusal | null>;
  /** A stretch is read to its end. */
  finish?(scope: TenantScope, branch: KnownBranch, stretch: Stretch, now: Temporal.Instant): Promise<void>;
  /** @throws {UnreadablePayload} when nothing of the body is what the vendor documents */
  understand(provider: SourceProvider, body: Buffer, branches: readonly KnownBranch[]): Understood<Item>;
  /** Only of sources whose payloads say what to read again. */
  notices?: NoticeReader;
};

/** A notice with the time at which the last payload about the same came. */
export type Notice = Omit<ChangeNotice, 'unknownFields'> & { receivedAt: Temporal.Instant };

export type NoticeReader = {
  /** One change makes the vendor post several times: how long after the last payload of a burst it is over, and how long one may last. */
  burst: { quietMs: number; patienceMs: number };
  /** Leaves out what is nothing of ours, and what was read since. */
  selectNeeded<Any extends Notice>(scope: TenantScope, branch: KnownBranch, notices: readonly Any[]): Promise<Any[]>;
  /** Asks the vendor for what a notice is about. @returns how to write that down */
  read(opened: OpenBranch, notice: Notice): Promise<ProviderResult<Recording>>;
};

export type Recording = (ctx: SourceContext, scope: TenantScope, readAt: Temporal.Instant) => Promise<void>;

/** The sources, by what kinds of connections are read for. */
export type Sources = Readonly<Record<'visits' | 'orders', Source>>;

/** The context of the engine. */
export type SyncContext = SourceContext & { readonly sources: Sources };

import type {
  Branch,
  BranchId,
  Connection,
  ConnectionId,
  ConnectionKind,
  ConnectionTrouble,
  CrmRight,
} from '#contract/connections/calls.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import type { Coordinates } from '#server/connections/port.ts';

/** A connection without its branches and secrets. */
export type KnownConnection = Pick<Connection, 'id' | 'kind' | 'title' | 'state' | 'trouble' | 'troubleText'> & {
  lastCheckedAt: Temporal.Instant | null;
  lastEventAt: Temporal.Instant | null;
  removedAt: Temporal.Instant | null;
};

/** A branch with the state of its reading. */
export type KnownBranch = {
  id: BranchId;
  connectionId: ConnectionId;
  connectionKind: ConnectionKind;
  /** The vendor's id. */
  externalId: string;
  title: string;
  city: string | null;
  address: string | null;
  /** As the vendor sends them. */
  coordinates: Coordinates | null;
  phone: string | null;
  /** IANA. */
  timeZone: string;
  currency: string;
  /** Chosen by the owner, and neither it nor its connection is removed. */
  isActive: boolean;
  isRemoved: boolean;
  activeMastersCount: number;
  webhooksCount: number;
  webhooksState: Branch['webhooksState'];
  /** Host of the foreign address where ours should be; null when there is none. */
  webhooksHost: string | null;
  /** The owner allowed us to replace another address. */
  takesWebhooks: boolean;
  /** The channel that stands for the others of its messenger; null: the cabinet's order applies. */
  channelId: ChannelId | null;
  missingRights: CrmRight[];
  isLicenceActive: boolean;
  /** The marketplace has suspended us: the paid period of the application is over. */
  isFrozen: boolean;
  /** A contact may not cancel a visit later than this before its start; null: no limit. */
  cancelClosesMinutes: number | null;
  /** The same for moving a visit. */
  moveClosesMinutes: number | null;
  /** Visits booked or changed before this count as history. */
  readingSince: Temporal.Instant | null;
  /** Everything the vendor changed before this is read. */
  changedUntil: Temporal.Instant | null;
  /** Everything the vendor changed in client cards before this is read. */
  clientsUntil: Temporal.Instant | null;
  /** The vendor's last revision that was read; null where it has no revisions. */
  readRevision: number | null;
  /** Whether loyalty cards can be requested; null: unknown, or the kind has none. */
  hasLoyalty: boolean | null;
  checkedAt: Temporal.Instant | null;
  lastEventAt: Temporal.Instant | null;
  syncedAt: Temporal.Instant | null;
  /** When the records before `readingSince` were read to the end; null: not yet. */
  pastReadAt: Temporal.Instant | null;
  /** When the reading from scratch under way started; null: there is none. */
  syncBeganAt: Temporal.Instant | null;
  /** Visits or orders read by the current or last reading from scratch. */
  syncReadCount: number;
  /** Their total number, where the vendor sends it. */
  syncTotalCount: number | null;
  syncTrouble: ConnectionTrouble | null;
  syncError: string | null;
};

/** Branches are polled every ten minutes and post by themselves; after this time two polls were missed. */
const UNREAD_MINUTES = 20;

/**
 * Returns whether the stored visits of a branch may be out of date: our process was down, or polls failed. Excluded
 * are branches that refuse us, since another poll would not help, and branches being read for the first time.
 */
export function isUnread(
  { changedUntil, syncTrouble }: Pick<KnownBranch, 'changedUntil' | 'syncTrouble'>,
  now: Temporal.Instant,
): boolean {
  if (changedUntil === null || (syncTrouble !== null && syncTrouble !== 'unreachable')) return false;
  return isBefore(changedUntil.add({ minutes: UNREAD_MINUTES }), now);
}

/** The connection has to be connected again: with these problems nothing can be read or written. */
const BREAKING: readonly ConnectionTrouble[] = [
  'wrong_partner_token',
  'token_expired',
  'renewal_lost',
  'wrong_login',
  'no_branches',
  'application_removed',
];

export type Health = { state: Connection['state']; trouble: ConnectionTrouble | null; text: string | null };

/** Computes a connection's health from its active branches: the worst counts. */
export function healthOf(
  branches: readonly Pick<
    KnownBranch,
    | 'isActive'
    | 'missingRights'
    | 'isLicenceActive'
    | 'isFrozen'
    | 'webhooksState'
    | 'webhooksHost'
    | 'syncTrouble'
    | 'syncError'
  >[],
): Health {
  const active = branches.filter((branch) => branch.isActive);
  const broken = active.find(({ syncTrouble }) => syncTrouble !== null && BREAKING.includes(syncTrouble));
  if (broken) return { state: 'broken', trouble: broken.syncTrouble, text: wordsOf(broken) };

  if (active.some(({ isFrozen }) => isFrozen)) return { state: 'attention', trouble: 'application_frozen', text: null };
  const unlicensed = active.find((branch) => !branch.isLicenceActive || branch.syncTrouble === 'licence_expired');
  if (unlicensed) return { state: 'attention', trouble: 'licence_expired', text: wordsOf(unlicensed) };
  const unread = active.find(({ syncTrouble }) => syncTrouble !== null);
  if (unread) return { state: 'attention', trouble: unread.syncTrouble, text: wordsOf(unread) };
  if (active.some(({ missingRights }) => missingRights.length > 0))
    return { state: 'attention', trouble: 'rights_missing', text: null };
  const foreign = active.find(({ webhooksState }) => webhooksState === 'foreign');
  if (foreign) return { state: 'attention', trouble: 'hooks_foreign', text: foreign.webhooksHost };
  if (active.some(({ webhooksState }) => webhooksState === 'manual'))
    return { state: 'attention', trouble: 'hooks_manual', text: null };
  return { state: 'working', trouble: null, text: null };
}

/** Returns the vendor's text; where it has none, the error equals the code and adds nothing. */
function wordsOf({ syncTrouble, syncError }: Pick<KnownBranch, 'syncTrouble' | 'syncError'>): string | null {
  return syncError === syncTrouble ? null : syncError;
}

/** A connection and the vendor's ids of its branches that are not removed. */
type Candidate = { id: ConnectionId; isRemoved: boolean; externalIds: readonly string[] };

/**
 * Chooses the connection that new credentials renew: the one that shares the most branches with those they open, a
 * connected one before a removed one. None: it is a new connection.
 *
 * @param offered vendor's ids of the branches the credentials open
 */
export function connectionToRenew(candidates: readonly Candidate[], offered: readonly string[]): ConnectionId | null {
  const shared = ({ externalIds }: Candidate) => externalIds.filter((id) => offered.includes(id)).length;
  const [best] = candidates
    .filter((candidate) => shared(candidate) > 0)
    .toSorted((a, b) => Number(a.isRemoved) - Number(b.isRemoved) || shared(b) - shared(a));
  return best?.id ?? null;
}

/** Returns the chosen vendor ids that another live connection has. */
export function takenBranches(
  candidates: readonly Candidate[],
  own: ConnectionId | null,
  chosen: readonly string[],
): string[] {
  const others = candidates.filter((candidate) => candidate.id !== own && !candidate.isRemoved);
  return chosen.filter((id) => others.some(({ externalIds }) => externalIds.includes(id)));
}

/** Characters; shorter common prefixes are coincidence. */
const MIN_SHARED = 3;

/** Short words in lower case before what differs: «на», "at the". */
const DANGLING_WORDS = /(?:\s+\p{Ll}{1,3})+\s*$/u;

/** Returns a title for branches of one network: the words that their names begin with, else the first name. */
export function sharedTitle(titles: readonly string[]): string {
  const [first = '', ...others] = titles;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  const isCutInWord = titles.some((title) => /^\p{L}{2}/u.test(title.slice(Math.max(length - 1, 0))));
  const words = isCutInWord ? first.slice(0, length).replace(/\p{L}+$/u, '') : first.slice(0, length);
  const shared = words.replace(DANGLING_WORDS, '').replace(/[\s\p{P}]+$/u, '');
  return others.length > 0 && shared.length >= MIN_SHARED ? shared : first;
}

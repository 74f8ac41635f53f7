import type {
  Branch,
  BranchId,
  Connection,
  ConnectionId,
  ConnectionKind,
  ConnectionTrouble,
  CrmRight,
} from '#contract/connections.ts';
import { isBefore } from '#server/platform/instant-rules.ts';

/** A connection without its branches and secrets. */
export type KnownConnection = Pick<Connection, 'id' | 'kind' | 'title' | 'state' | 'trouble' | 'troubleText'> & {
  lastCheckedAt: Temporal.Instant | null;
  lastEventAt: Temporal.Instant | null;
  removedAt: Temporal.Instant | null;
};

/** A branch as rooms work with it. */
export type KnownBranch = {
  id: BranchId;
  connectionId: ConnectionId;
  connectionKind: ConnectionKind;
  /** The vendor's id. */
  externalId: string;
  title: string;
  city: string | null;
  address: string | null;
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
  /** Whose address stands where ours should; null when none does. */
  webhooksHost: string | null;
  /** The owner said that our address may take the place of another. */
  takesWebhooks: boolean;
  missingRights: CrmRight[];
  isLicenceActive: boolean;
  /** The vendor's marketplace holds us back: the paid period of the application is over. */
  isFrozen: boolean;
  /** So long before its start a customer may no longer cancel a visit; null: never. */
  cancelClosesMinutes: number | null;
  /** What was booked or changed before this is history. */
  readingSince: Temporal.Instant | null;
  /** Everything the vendor changed before this is read. */
  changedUntil: Temporal.Instant | null;
  /** Everything the vendor changed in its clients' cards before this is read. */
  clientsUntil: Temporal.Instant | null;
  /** The vendor's number of the last change that was read; null where it does not count them. */
  readRevision: number | null;
  /** Whether customers' cards can be asked for; null: not known, or not asked of such branches. */
  hasLoyalty: boolean | null;
  checkedAt: Temporal.Instant | null;
  lastEventAt: Temporal.Instant | null;
  syncedAt: Temporal.Instant | null;
  /** Since when everything before `readingSince` is read too; null: not yet. */
  pastReadAt: Temporal.Instant | null;
  /** Since when it is being read from scratch; null: it is not. */
  syncBeganAt: Temporal.Instant | null;
  /** Visits or orders of the reading from scratch that is under way, or of the last one. */
  syncReadCount: number;
  /** How many there are, where the vendor says. */
  syncTotalCount: number | null;
  syncTrouble: ConnectionTrouble | null;
  syncError: string | null;
};

/** Branches are asked every ten minutes and post by themselves; one that was not read for so long has missed two rounds. */
const UNREAD_MINUTES = 20;

/**
 * Whether what we know of a branch's visits may have passed away: we were not there, or could not ask. A branch that
 * refuses us tells no more when it is asked again, and one that is read for the first time is being read.
 */
export function isUnread(
  { changedUntil, syncTrouble }: Pick<KnownBranch, 'changedUntil' | 'syncTrouble'>,
  now: Temporal.Instant,
): boolean {
  if (changedUntil === null || (syncTrouble !== null && syncTrouble !== 'unreachable')) return false;
  return isBefore(changedUntil.add({ minutes: UNREAD_MINUTES }), now);
}

/** The connection must be made anew: nothing can be read or written with what we have. */
const BREAKING: readonly ConnectionTrouble[] = ['wrong_partner_token', 'token_expired', 'wrong_login', 'no_branches'];

export type Health = { state: Connection['state']; trouble: ConnectionTrouble | null; text: string | null };

/** How a connection is, by its active branches: the worst first. */
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
  if (broken) return { state: 'broken', trouble: broken.syncTrouble, text: broken.syncError };

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

/** The vendor's words; where it has none, the error is the trouble's name and says nothing more. */
function wordsOf({ syncTrouble, syncError }: Pick<KnownBranch, 'syncTrouble' | 'syncError'>): string | null {
  return syncError === syncTrouble ? null : syncError;
}

/** A connection and the vendor's ids of its branches that are not removed. */
type Candidate = { id: ConnectionId; isRemoved: boolean; externalIds: readonly string[] };

/**
 * Which connection new credentials renew: the one that shares the most branches with what they open, one that is
 * connected before one that was removed. None: it is a new one.
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

/** The vendor's ids among those chosen that another live connection has. */
export function takenBranches(
  candidates: readonly Candidate[],
  own: ConnectionId | null,
  chosen: readonly string[],
): string[] {
  const others = candidates.filter((candidate) => candidate.id !== own && !candidate.isRemoved);
  return chosen.filter((id) => others.some(({ externalIds }) => externalIds.includes(id)));
}

/** Shorter beginnings are alike by chance. */
const LEAST_SHARED = 3;

/** What branches of one network are called together: how all their names begin, else the first name. */
export function sharedTitle(titles: readonly string[]): string {
  const [first = '', ...others] = titles;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  const shared = first.slice(0, length).replace(/[\s\p{P}]+$/u, '');
  return others.length > 0 && shared.length >= LEAST_SHARED ? shared : first;
}

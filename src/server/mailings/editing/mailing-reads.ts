import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { Mailing, MailingCounts, MailingId } from '#contract/mailings/calls.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { countsBySender, nextBySender } from '#server/delivery/planning/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findMailing } from '#server/mailings/storage/queries.ts';
import { type StoredMailing, sumListed } from '#server/mailings/storage/stored-mailings.ts';

const NOTHING_SENT = { planned: 0, sent: 0, delivered: 0, read: 0, replied: 0, clicked: 0, failed: 0, skipped: 0 };

/**
 * A mailing, deleted or not.
 * @throws {Problem} `distribution.not_found`
 */
export async function getMailing(scope: TenantScope, id: MailingId): Promise<Mailing> {
  const mailing = await findMailing(scope, id);
  const [counted] = mailing ? await withCounts(scope, [mailing]) : [];
  if (!counted) throw new Problem('distribution.not_found');
  return counted;
}

/** Adds the counts of their recipients and messages to mailings, in the given order. */
export async function withCounts(scope: TenantScope, mailings: readonly StoredMailing[]): Promise<Mailing[]> {
  if (mailings.length === 0) return [];
  const tallies = await countsBySender(
    scope,
    mailings.map(({ id }) => id),
  );
  const next = await nextBySender(scope);
  const isQuotaOut = (await messagesLeft(scope)) === 0;
  return mailings.map((mailing) => {
    const listed = sumListed(mailing);
    const tally = tallies.get(mailing.id) ?? NOTHING_SENT;
    // NOTE: the ledger counts those kept back as decided against.
    const counts: MailingCounts = { ...listed, ...tally, skipped: tally.skipped - listed.control };
    const unpaid = isQuotaOut && mailing.status === 'working' ? Math.max(0, counts.planned + counts.waiting) : 0;
    return toContract(mailing, { counts, unpaid, next: next.get(mailing.id) ?? null });
  });
}

type Counted = {
  counts: MailingCounts;
  unpaid: number;
  next: { at: Temporal.Instant; heldBy: DecisionRule | null } | null;
};

function toContract(mailing: StoredMailing, { counts, unpaid, next }: Counted): Mailing {
  const { id, title, status, errorCode, errorReason, mode, testPhones, version, settings } = mailing;
  return {
    id,
    title,
    type: settings.audience.type,
    status,
    errorCode,
    errorReason,
    mode,
    testPhones,
    version,
    settings,
    counts,
    isListed: mailing.listedAt !== null,
    decidesAt: mailing.decidesAt?.toString() ?? null,
    winner: mailing.winner,
    seriesId: mailing.seriesId,
    unpaid,
    nextMessageAt: next?.at.toString() ?? null,
    ...holdOf(mailing, next),
    startedAt: mailing.startedAt?.toString() ?? null,
    finishedAt: mailing.finishedAt?.toString() ?? null,
    deletedAt: mailing.deletedAt?.toString() ?? null,
    createdAt: mailing.createdAt.toString(),
    updatedAt: mailing.updatedAt.toString(),
  };
}

/** The rule for which the next recipients wait: until their turn, or the one that holds the next message in the ledger, e.g. the frequency cap. */
function holdOf({ heldBy, nextWaveAt }: StoredMailing, next: Counted['next']): Pick<Mailing, 'heldBy' | 'heldUntil'> {
  if (heldBy !== null) return { heldBy, heldUntil: nextWaveAt?.toString() ?? null };
  return next?.heldBy ? { heldBy: next.heldBy, heldUntil: next.at.toString() } : { heldBy: null, heldUntil: null };
}

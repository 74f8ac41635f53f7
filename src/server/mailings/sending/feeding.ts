import type { z } from 'zod';
import type { ContactId } from '#contract/contacts/calls.ts';
import { countsBySender, type MessageDraft, nextDueBySender, planMessages } from '#server/delivery/planning/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isAfter, isBefore, laterOf } from '#server/platform/values/instant-rules.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { judgeOutcomes, MIN_JUDGED, type Outcomes } from '#server/mailings/deciding/failures.ts';
import { dayLimitOf } from '#server/mailings/deciding/limits.ts';
import { decideRecipient } from '#server/mailings/deciding/rules.ts';
import { nextWave, type Wave } from '#server/mailings/deciding/waves.ts';
import type { feedMailingJob } from '#server/mailings/jobs.ts';
import { findMailingForUpdate, saveJudged, saveWave } from '#server/mailings/storage/queries.ts';
import { findLostSource } from '#server/mailings/recipients/sources.ts';
import { isOnTrial, type StoredMailing, sumListed } from '#server/mailings/storage/stored-mailings.ts';
import { countSentToday } from './day-queries.ts';
import { finish } from './ending.ts';
import { awaitWinner } from './experiment.ts';
import { queueFeed } from './queueing.ts';
import { contentOfVariant, writeMessage } from '#server/mailings/writing/message-writing.ts';
import { loadRecipients, loadSnapshot, type Snapshot } from './snapshot.ts';
import { stopWith } from './stopping.ts';
import { troubleOf } from './trouble-rules.ts';
import {
  countInLedger,
  endTrial,
  excludeRecipients,
  listNextRecipients,
  listWaitingZones,
  markPlanned,
} from './wave-queries.ts';

/** Messages of a mailing that wait in the ledger at most. */
const MAX_WAITING = 4_000;
/** Recipients planned in one transaction. */
const BATCH = 1_000;
/** Messages due within this time count as waiting; those put off for longer leave room for others. */
const SOON_MINUTES = 60;

/** Seconds until a mailing is looked at again: while its text is on trial, while the ledger drains, otherwise. */
const AGAIN_S = { trial: 2, draining: 5, usual: 30 };

/**
 * Plans the messages of a mailing's next recipients and queues the wave after. One transaction with its counts: a run that was
 * killed is repeated, and planning twice has the effect of planning once.
 */
export async function feedMailing(
  scope: ActionScope,
  { mailingId }: z.infer<typeof feedMailingJob.payload>,
): Promise<void> {
  const known = await findMailingForUpdate(scope, mailingId);
  if (!known || known.isDeleted || known.status !== 'working') return;
  const now = scope.clock.now();
  const { useBy, isSpread } = known.settings.timing;
  if (useBy !== null && !isBefore(now, Temporal.Instant.from(useBy))) return finish(scope, known);
  const snapshot = await loadSnapshot(scope, known);
  const outcomes = await outcomesOf(scope, known);
  const judgement = judgeOutcomes(known.judged, outcomes);
  const failed = outcomes.failed - known.judged.failed;
  if (judgement !== 'too_few') await saveJudged(scope, known.id, { ...outcomes, isProven: judgement === 'good' });
  const lost = known.listedAt === null ? await findLostSource(scope, known.settings) : null;
  const trouble =
    judgement === 'too_many_failures'
      ? { code: judgement, reason: String(failed) }
      : (lost ?? troubleOf(snapshot.ways));
  if (trouble) return stopWith(scope, known, trouble);
  const mailing = { ...known, isProven: known.isProven || judgement === 'good' };
  if (isSpread && mailing.nextWaveAt && isAfter(mailing.nextWaveAt, now))
    return queueFeed(scope, mailingId, mailing.nextWaveAt);
  await feed(scope, mailing, { snapshot, outcomes, now });
}

async function feed(
  scope: ActionScope,
  mailing: StoredMailing,
  { snapshot, outcomes, now }: { snapshot: Snapshot; outcomes: Outcomes; now: Temporal.Instant },
): Promise<void> {
  const { id, settings } = mailing;
  const ledger = await countInLedger(scope, id, { until: now.add({ minutes: SOON_MINUTES }), limit: MAX_WAITING });
  const { waiting } = sumListed(mailing);
  if (waiting <= 0) return drain(scope, mailing, { sending: ledger.sending, now });
  const isTrial = isOnTrial(mailing);
  if (mailing.winner !== null) await endTrial(scope, id);
  const zones = await listWaitingZones(scope, id, { isTrial });
  if (isTrial && zones.length === 0 && mailing.listedAt !== null)
    return awaitWinner(scope, mailing, { sending: ledger.sending, now });
  const perDay = dayLimitOf(settings.timing.perDay, snapshot.ways.channels);
  const wave = nextWave({
    now,
    timing: settings.timing,
    policy: snapshot.facts.policy,
    cabinetZone: snapshot.facts.cabinetZone,
    zones,
    waiting,
    room: roomFor(mailing, { ...ledger, outcomes }),
    perDay,
    usedToday: perDay === null ? 0 : await countSentToday(scope, id, { now, timeZone: snapshot.facts.cabinetZone }),
  });
  const planned = await planWave(scope, mailing, { wave, snapshot, now });
  const isMore = planned.looked > 0 && planned.looked < wave.count;
  await saveWave(scope, mailing, { ...planned, nextWaveAt: isMore ? null : wave.nextAt, heldBy: wave.heldBy });
  if (planned.looked > 0 || wave.heldBy !== mailing.heldBy) await announce(scope, 'mailings');
  const again = now.add({ seconds: mailing.isProven ? AGAIN_S.usual : AGAIN_S.trial });
  if (isMore) await queueFeed(scope, id);
  else await queueFeed(scope, id, wave.nextAt ?? again);
}

/** Messages that may be added: few until the text has proved good, so that a bad one reaches few. */
function roomFor(
  { isProven, judged }: StoredMailing,
  { soon, sending, outcomes }: { soon: number; sending: number; outcomes: Outcomes },
): number {
  if (isProven) return MAX_WAITING - soon;
  const tried = outcomes.sent - judged.sent + outcomes.failed - judged.failed;
  return Math.max(0, MIN_JUDGED - tried - soon - sending);
}

/** Decides about the next recipients and plans their messages. */
async function planWave(
  scope: ActionScope,
  mailing: StoredMailing,
  { wave, snapshot, now }: { wave: Wave; snapshot: Snapshot; now: Temporal.Instant },
): Promise<{ looked: number; planned: number; excluded: Record<string, number> }> {
  const { id, settings, version } = mailing;
  const zones = settings.timing.isInContactZone ? wave.zones : null;
  const limit = Math.min(wave.count, BATCH);
  const next = limit > 0 ? await listNextRecipients(scope, id, { zones, isTrial: isOnTrial(mailing), limit }) : [];
  const recipients = await loadRecipients(
    scope,
    next.map(({ contactId }) => contactId),
    snapshot,
  );
  const drafts: MessageDraft[] = [];
  const excluded: { contactId: ContactId; rule: string }[] = [];
  const planned: ContactId[] = [];
  for (const [n, { contactId, variant }] of next.entries()) {
    const recipient = recipients.get(contactId);
    const decision = recipient && decideRecipient(snapshot.facts, recipient.facts, now);
    if (!decision || decision.kind === 'refuse') excluded.push({ contactId, rule: decision?.rule ?? 'no_contact' });
    else if (decision.kind !== 'hold') {
      const slot = now.add({ milliseconds: Math.floor(n * wave.gapMs) });
      planned.push(contactId);
      drafts.push({
        sender: { id, kind: 'mailing', version },
        occasionKey: contactId,
        contactId,
        channelId: decision.channelId,
        fallbackChannelIds: decision.fallbackChannelIds,
        isMarketing: true,
        dueAt: decision.kind === 'wait' ? laterOf(decision.until, slot) : slot,
        useBy: null,
        heldBy: decision.kind === 'wait' ? decision.rule : null,
        content: writeMessage(scope, snapshot.material, contentOfVariant(settings, variant ?? mailing.winner ?? 0), {
          reader: recipient.reader,
          now,
          isTest: false,
        }).content,
      });
    }
  }
  await planMessages(scope, drafts);
  await markPlanned(scope, id, planned, now);
  return {
    looked: next.length,
    planned: planned.length,
    excluded: await excludeRecipients(scope, id, excluded),
  };
}

/** Finishes a mailing once nothing of it waits; looks again otherwise. */
async function drain(
  scope: ActionScope,
  mailing: StoredMailing,
  { sending, now }: { sending: number; now: Temporal.Instant },
): Promise<void> {
  const nextDue = (await nextDueBySender(scope)).get(mailing.id);
  if (mailing.listedAt !== null && sending === 0 && !nextDue) return finish(scope, mailing);
  await saveWave(scope, mailing, { planned: 0, nextWaveAt: null, heldBy: null });
  const soon = now.add({ seconds: AGAIN_S.draining });
  await queueFeed(scope, mailing.id, nextDue ? laterOf(nextDue, soon) : soon);
}

async function outcomesOf(scope: ActionScope, { id }: StoredMailing): Promise<Outcomes> {
  const { sent, failed } = (await countsBySender(scope, [id])).get(id) ?? { sent: 0, failed: 0 };
  return { sent, failed };
}

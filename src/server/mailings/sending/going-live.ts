import type { MailingSettings } from '#contract/mailings/calls.ts';
import { emptyPlaces } from '#contract/texts/empty-places.ts';
import type { MAILING_MISSING_PARTS } from '#contract/mailings/values.ts';
import { isTestUser } from '#server/auth/sign-in/actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { nextMoment } from '#server/mailings/deciding/moments.ts';
import { foreignVariablesIn } from '#server/mailings/deciding/variables.ts';
import { hasAudience, listByExclusion } from '#server/mailings/recipients/listing.ts';
import { findLostSource } from '#server/mailings/recipients/sources.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { similarityPercent, NEAR_PERCENT } from '#server/mailings/deciding/similarity.ts';
import { decideRecipient } from '#server/mailings/deciding/rules.ts';
import { writeMessage } from '#server/mailings/writing/message-writing.ts';
import { loadRecipients, loadSnapshot, type Snapshot } from './snapshot.ts';
import { hasNoRunLeft } from './repeating.ts';
import { requiredTariffs } from './tariffs.ts';

type Missing = (typeof MAILING_MISSING_PARTS)[number];

/**
 * Refuses a mailing that may not send, or could not.
 * @throws {Problem} `distribution.not_in_tariff`, `auth.test_user`, `distribution.incomplete` with what it lacks
 */
export async function refuseUnready(scope: MemberScope, mailing: StoredMailing): Promise<void> {
  const tariffIds = await requiredTariffs(scope, scope.clock.now());
  if (tariffIds.length > 0) throw new Problem('distribution.not_in_tariff', { tariffIds });
  const { channels } = (await loadSnapshot(scope, mailing)).ways;
  const isBarred = channels.some(({ traits }) => !traits.isMailedByTestUsers);
  if (isBarred && (await isTestUser(scope, scope.memberId))) throw new Problem('auth.test_user');
  const missing = await missingFor(scope, mailing);
  if (missing.length > 0) {
    const variables = foreignVariablesIn(mailing.settings.content);
    const places = emptyPlaces(mailing.settings);
    throw new Problem('distribution.incomplete', {
      missing,
      ...(variables.length > 0 && { variables }),
      ...(places.length > 0 && { places }),
    });
  }
}

type Readied = Pick<StoredMailing, 'id' | 'settings' | 'listedAt' | 'status'>;

/** The parts that a mailing lacks to send. */
export async function missingFor(scope: ActionScope, mailing: Readied): Promise<Missing[]> {
  const { settings, listedAt, status } = mailing;
  const snapshot = await loadSnapshot(scope, mailing);
  const { ways, facts } = snapshot;
  const { timing } = settings;
  const now = scope.clock.now();
  const hours = { timing, policy: facts.policy, timeZone: facts.cabinetZone };
  const hasPassed = timing.useBy !== null && !isAfter(Temporal.Instant.from(timing.useBy), now);
  return [
    ...(ways.channels.length === 0 ? (['channel'] as const) : []),
    ...(foreignVariablesIn(settings.content).length > 0 ? (['variable_unknown'] as const) : []),
    ...(ways.barred.length > 0 ? (['template_barred'] as const) : []),
    ...(status === 'none' && isStartPassed(settings, now) ? (['start'] as const) : []),
    ...(emptyPlaces(settings).length > 0 ? (['template_place'] as const) : []),
    ...(hasPassed ? (['use_by'] as const) : []),
    ...((await hasNoRunLeft(scope, settings)) ? (['repeat'] as const) : []),
    ...(nextMoment(now, hours) === null ? (['hours'] as const) : []),
    ...(listedAt === null ? await missingAudience(scope, mailing) : []),
    ...((await hasSameText(scope, mailing, snapshot)) ? (['same_text'] as const) : []),
  ];
}

/** Whether a mailing that has not begun was to begin before now; the start of one that repeats follows its schedule. */
export function isStartPassed({ timing: { startsAt, repeat } }: MailingSettings, now: Temporal.Instant): boolean {
  return repeat === null && startsAt !== null && !isAfter(Temporal.Instant.from(startsAt), now);
}

/** Recipients whose texts are compared. */
const COMPARED = 20;

/** Whether recipients on a channel that messengers watch get almost equal texts, and nobody has allowed it. */
async function hasSameText(scope: ActionScope, mailing: Readied, snapshot: Snapshot): Promise<boolean> {
  const { settings } = mailing;
  const watched = new Set(snapshot.ways.channels.flatMap(({ id, warmUp }) => (warmUp ? [id] : [])));
  if (watched.size === 0 || settings.allowsSameText) return false;
  const ids = await listByExclusion(scope, mailing, { exclusion: '', after: null, limit: COMPARED });
  const recipients = await loadRecipients(scope, ids, snapshot);
  const now = scope.clock.now();
  const texts = [...recipients.values()].flatMap(({ reader, facts }) => {
    const decision = decideRecipient(snapshot.facts, facts, now);
    if (!('channelId' in decision) || !watched.has(decision.channelId)) return [];
    return [writeMessage(scope, snapshot.material, settings.content, { reader, now, isTest: false }).content.text];
  });
  return (similarityPercent(texts) ?? 0) >= NEAR_PERCENT;
}

const PART_OF_SOURCE = { list_gone: 'list', segment_gone: 'segment', mailing_gone: 'mailing' } as const;

async function missingAudience(scope: ActionScope, mailing: Readied): Promise<Missing[]> {
  const lost = await findLostSource(scope, mailing.settings);
  if (lost) return [PART_OF_SOURCE[lost.code]];
  if (await hasAudience(scope, mailing)) return [];
  return [mailing.settings.audience.type === 'list' ? 'list' : 'audience'];
}

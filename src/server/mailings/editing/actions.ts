import type { BodyOf } from '#contract/endpoint.ts';
import { type Mailing, MailingId, type MailingSettings } from '#contract/mailings/calls.ts';
import type * as contract from '#contract/mailings/calls.ts';
import { pathsOfEmptyPlaces } from '#contract/texts/empty-places.ts';
import { getMemberLanguage } from '#server/auth/sign-in/actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant, readTestPhones } from '#server/tenants/actions.ts';
import {
  insertMailing,
  setMailingDeleted,
  setMailingStatus,
  updateMailingSettings,
} from '#server/mailings/storage/queries.ts';
import { isStartPassed } from '#server/mailings/sending/going-live.ts';
import { withNextRun } from '#server/mailings/sending/repeating.ts';
import { followSave } from '#server/mailings/sending/saving.ts';
import { takeBack } from '#server/mailings/sending/taking-back.ts';
import { getAliveForUpdate, isOver } from '#server/mailings/storage/alive.ts';
import { refuseUnaskable } from '#server/mailings/recipients/audience-guards.ts';
import { acceptSettings } from './mailing-guards.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { getMailing } from './mailing-reads.ts';
import { copyTitle } from '#server/texts/content/title-rules.ts';
import { newTitle } from '#server/mailings/writing/greeting-rules.ts';
import { newSettings } from './new-mailings.ts';

/** Creates a mailing as a draft, in test mode. A title left out is in the member's language. */
export async function createMailing(
  scope: MemberScope,
  request: BodyOf<typeof contract.createMailing>,
): Promise<Mailing> {
  if (request.audience) refuseUnaskable(request.audience, 'audience');
  const given = request.settings && (await acceptSettings(scope, request.settings));
  if (given) refusePassedStart(given, scope.clock.now());
  const settings = given ?? newSettings((await getTenant(scope)).customerLanguage);
  const title = request.title ?? newTitle(await getMemberLanguage(scope, scope.memberId));
  const audience = request.audience ?? settings.audience;
  const accepted = await withNextRun(scope, { ...settings, audience });
  return addDraft(scope, { title, settings: accepted, testPhones: [] });
}

/** Saves a new version. The audience of a mailing that has started is fixed; everything else may change until it ends. */
export async function saveMailing(
  scope: MemberScope,
  id: MailingId,
  request: BodyOf<typeof contract.saveMailing>,
): Promise<Mailing> {
  const mailing = await getAliveForUpdate(scope, id);
  checkChangeable(mailing, request.baseVersion);
  const { title, settings } = request;
  const isNewStart = settings.timing.startsAt !== mailing.settings.timing.startsAt;
  if (mailing.startedAt === null && (mailing.status === 'none' || isNewStart))
    refusePassedStart(settings, scope.clock.now());
  await saveIn(scope, mailing, { title, settings, testPhones: await readTestPhones(scope, request.testPhones) });
  await announce(scope, 'mailings');
  return getMailing(scope, id);
}

/** @throws {Problem} at the field, where the mailing is to begin before now */
function refusePassedStart(settings: MailingSettings, now: Temporal.Instant): void {
  if (isStartPassed(settings, now)) throw wrongField('settings.timing.startsAt', 'moment_past');
}

/**
 * @throws {Problem} `distribution.changed_meanwhile` where another member saved meanwhile, `distribution.wrong_status` where the
 * mailing is over
 */
export function checkChangeable({ version, status }: StoredMailing, baseVersion: number): void {
  if (baseVersion !== version) throw new Problem('distribution.changed_meanwhile', { version });
  if (isOver(status)) throw new Problem('distribution.wrong_status', { status });
}

/**
 * Writes the next version of a locked mailing, and plans those who have not had it by it.
 *
 * @returns the version's number
 */
export async function saveIn(
  scope: MemberScope,
  mailing: StoredMailing,
  { title, settings: given, testPhones }: Pick<StoredMailing, 'title' | 'settings' | 'testPhones'>,
): Promise<number> {
  const accepted = await acceptSettings(scope, given);
  const settings =
    mailing.startedAt === null ? await withNextRun(scope, accepted) : withFixedParts(accepted, mailing.settings);
  refuseEmptyPlaces(mailing, settings);
  const version = mailing.version + 1;
  const saved = { id: mailing.id, title, settings, version, testPhones };
  await updateMailingSettings(scope, saved, { memberId: scope.memberId, now: scope.clock.now() });
  await followSave(scope, mailing, settings);
  return version;
}

/** A mailing that is to send, now or at its start, has no empty place in its templates. */
function refuseEmptyPlaces({ status }: StoredMailing, settings: MailingSettings): void {
  const [empty] = status === 'working' || status === 'waiting' ? pathsOfEmptyPlaces(settings) : [];
  if (empty) throw wrongField(`settings.content.${empty.path}`, 'required');
}

/** Keeps what decides who is on the list of recipients, how it is divided, and when the run began. */
function withFixedParts(settings: MailingSettings, before: MailingSettings): MailingSettings {
  const { audience, subscribedCustomers, ignoreClientsWithNoDialogue, skipOpenConversations } = before;
  const { experiment, controlPercent } = before;
  return {
    ...settings,
    audience,
    subscribedCustomers,
    ignoreClientsWithNoDialogue,
    skipOpenConversations,
    experiment,
    controlPercent,
    timing: { ...settings.timing, startsAt: before.timing.startsAt, repeat: before.timing.repeat },
  };
}

/** Copies a mailing, deleted or not, as a draft without its start. */
export async function duplicateMailing(scope: MemberScope, id: MailingId): Promise<Mailing> {
  const { settings, title, testPhones } = await getMailing(scope, id);
  const timing = { ...settings.timing, startsAt: null, useBy: null };
  const language = await getMemberLanguage(scope, scope.memberId);
  return addDraft(scope, { title: copyTitle(title, language), settings: { ...settings, timing }, testPhones });
}

async function addDraft(scope: MemberScope, draft: Draft): Promise<Mailing> {
  const id = await insertDraft(scope, draft);
  await announce(scope, 'mailings');
  return getMailing(scope, id);
}

type Draft = Pick<StoredMailing, 'title' | 'settings' | 'testPhones'>;

/** Adds a draft with accepted settings. */
export async function insertDraft(scope: MemberScope, draft: Draft): Promise<MailingId> {
  const id = newId(MailingId);
  const by = { memberId: scope.memberId, now: scope.clock.now() };
  await insertMailing(scope, { ...draft, id, status: 'none', mode: 'test', seriesId: null }, by);
  return id;
}

/** Deletes a locked mailing: cancels its planned messages and keeps its history. One at work is paused. */
export async function remove(scope: ActionScope, { id, status }: StoredMailing): Promise<void> {
  const now = scope.clock.now();
  if (status === 'working' || status === 'waiting') await setMailingStatus(scope, id, { status: 'pause' }, now);
  await setMailingDeleted(scope, id, now, now);
  await takeBack(scope, id, { rule: 'mailing_deleted' });
}

/** Restores a locked mailing; one that is not deleted stays as it is. */
export async function restore(scope: ActionScope, { id, isDeleted }: StoredMailing): Promise<void> {
  if (isDeleted) await setMailingDeleted(scope, id, null, scope.clock.now());
}

import type { MailingErrorCode } from '#contract/mailings/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { setMailingStatus } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { takeBack } from './taking-back.ts';

/** Why a mailing stopped by itself, with the names it concerns or the provider's own words. */
export type MailingTrouble = { code: MailingErrorCode; reason: string };

/**
 * Sets a locked mailing to `error` and notifies its owner. Its planned messages are taken back, so that nobody is lost
 * while it stands.
 */
export async function stopWith(
  scope: ActionScope,
  { id, title }: Pick<StoredMailing, 'id' | 'title'>,
  { code, reason }: MailingTrouble,
): Promise<void> {
  const now = scope.clock.now();
  await setMailingStatus(scope, id, { status: 'error', errorCode: code, errorReason: reason || null }, now);
  await takeBack(scope, id, { rule: 'mailing_paused' });
  await raiseNotice(scope, now, {
    kind: 'mailing_error',
    key: noticeKey(id),
    severity: 'bad',
    params: { mailingId: id, title, code, ...(reason && { reason }) },
  });
  await announce(scope, 'mailings');
}

/** Names another cause of a stopped, locked mailing; its owner was notified when it stopped. */
export async function changeTrouble(
  scope: ActionScope,
  { id }: Pick<StoredMailing, 'id'>,
  { code, reason }: MailingTrouble,
): Promise<void> {
  const change = { status: 'error', errorCode: code, errorReason: reason || null } as const;
  await setMailingStatus(scope, id, change, scope.clock.now());
  await announce(scope, 'mailings');
}

/** Closes the notice of a mailing's error. */
export async function resolveTrouble(
  scope: TenantScope,
  id: StoredMailing['id'],
  now: Temporal.Instant,
): Promise<void> {
  await resolveNotice(scope, now, noticeKey(id));
}

const noticeKey = (id: StoredMailing['id']) => `mailing:${id}`;

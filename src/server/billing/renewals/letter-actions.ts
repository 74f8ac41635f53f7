import { z } from 'zod';
import { Language } from '#contract/primitives.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { findFirstOwner } from '#server/auth/members/owner-reads.ts';
import { queueMail } from '#server/auth/mails/mail-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { newId } from '#server/platform/values/ids.ts';
import { getTenant, raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { type Attempt, isHard, type Renewal } from './renewal-rules.ts';
import { cardText, dayText, moneyText, reasonText, text } from './renewal-texts.ts';
import type { StoredSubscription } from './subscription-queries.ts';

const PAGE = '/payments/subscriptions';

type Kind = 'ahead' | 'ahead_no_card' | 'refused' | 'refused_card' | 'stopped';

/** Mails the owner what is charged soon, from which card, and where it is turned off. */
export async function mailAhead(scope: ActionScope, subscription: StoredSubscription): Promise<void> {
  await mail(scope, subscription, subscription.cardTrouble ? 'ahead_no_card' : 'ahead');
}

/** Mails the owner why a charge was refused and what comes next, and raises the notice of the cabinet. */
export async function reportRefusal(
  scope: ActionScope,
  subscription: StoredSubscription,
  { renewal, reason }: { renewal: Renewal; reason: Attempt['reason'] },
): Promise<void> {
  await mail(scope, subscription, isHard(reason) ? 'refused_card' : 'refused', { renewal, reason });
  await raiseNotice(scope, scope.clock.now(), {
    kind: 'renewal_refused',
    key: noticeKey(subscription, 'refused'),
    severity: 'bad',
    params: { tariffId: subscription.tariffId, until: lastDay(renewal).toString() },
  });
}

/** Mails the owner that what the subscription gave is stopped, and raises the notice of the cabinet. */
export async function reportStop(scope: ActionScope, subscription: StoredSubscription): Promise<void> {
  await mail(scope, subscription, 'stopped');
  await resolveNotice(scope, scope.clock.now(), noticeKey(subscription, 'refused'));
  await raiseNotice(scope, scope.clock.now(), {
    kind: 'renewal_stopped',
    key: noticeKey(subscription, 'stopped'),
    severity: 'bad',
    params: { tariffId: subscription.tariffId },
  });
}

/** Closes the notices of a tariff that was paid for. */
export async function resolveRenewal(scope: ActionScope, tariffId: number): Promise<void> {
  const now = scope.clock.now();
  await resolveNotice(scope, now, noticeKey({ tariffId }, 'refused'));
  await resolveNotice(scope, now, noticeKey({ tariffId }, 'stopped'));
}

const noticeKey = ({ tariffId }: { tariffId: number }, kind: 'refused' | 'stopped') => `renewal:${kind}:${tariffId}`;

/** Grace ends at midnight; people read the last day on which it works. */
const lastDay = ({ graceUntil }: Renewal) => graceUntil.subtract({ hours: 1 });

async function mail(
  scope: ActionScope,
  subscription: StoredSubscription,
  kind: Kind,
  about: { renewal?: Renewal; reason?: string | null } = {},
): Promise<void> {
  const owner = await findFirstOwner(scope);
  if (!owner) return;
  const { brand, timeZone, customerLanguage } = await getTenant(scope);
  const language = Language.safeParse(owner.language).data ?? customerLanguage;
  const origin = originOfBrand(scope.config, brand);
  const { renewal, reason = null } = about;
  const day = (at: Temporal.Instant | null | undefined) => (at ? dayText(at, { language, timeZone }) : '');
  const values = {
    tariff: text(language, `tariff.t${subscription.tariffId}` as 'tariff.t0'), // NOTE: a test compares the names with the table
    sum: moneyText(subscription.amountMinor, subscription.currency, language),
    card: cardText(subscription),
    date: day(subscription.dueAt),
    until: day(renewal && lastDay(renewal)),
    reason: reasonText(reason, language),
  };
  const next = renewal?.nextChargeAt
    ? text(language, 'letter.retry', { date: day(renewal.nextChargeAt) })
    : text(language, 'letter.no_retry');
  const words = {
    subject: text(language, `letter.${kind}.subject`, values),
    heading: text(language, `letter.${kind}.heading`, values),
    text: text(language, `letter.${kind}.text`, { ...values, next }),
    button: text(language, `letter.${kind}.button`),
    link: `${origin}${PAGE}`,
    note: text(language, 'letter.note'),
  };
  const letter = { kind: 'written' as const, id: newId(z.uuid()), to: owner.email, words };
  await queueMail(scope, MemberId.parse(owner.id), { brand, origin }, letter);
}

import { z } from 'zod';
import type * as contract from '#contract/admin/calls.ts';
import type { AdminUser } from '#contract/admin/calls.ts';
import { COUNTED_USERS } from '#contract/admin/values.ts';
import { COUNTRY_CODE_BY_ID } from '#contract/brands/countries.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { changeMember } from '#server/auth/members/member-actions.ts';
import { setMessages } from '#server/billing/actions.ts';
import { setAiBalance } from '#server/billing/balance-actions.ts';
import { setAiReviews } from '#server/billing/ai-review-actions.ts';
import { setRatings } from '#server/billing/rating-actions.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope, MemberContext } from '#server/platform/context/context.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { changeTenant } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { putClientRecord } from './people-queries.ts';
import { findMember, type Trial } from './queries.ts';
import { countMembers, listMembers } from './user-search-queries.ts';

// NOTE: a process: it acts in two cabinets.

const MemberCursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists members of all tenants, newest first, and counts them on the first page. */
export async function listAdminUsers(
  ctx: MemberContext,
  { cursor, limit, search, state, tariff }: QueryOf<typeof contract.listAdminUsers>,
): Promise<ReplyOf<typeof contract.listAdminUsers>> {
  const after = readCursor(cursor, MemberCursor);
  const wanted = { search, state, tariff, now: ctx.clock.now() };
  return withSystem(ctx, async (scope) => {
    const rows = await listMembers(scope, wanted, { after, limit }, trialOf(ctx));
    const page = toPage(
      rows,
      limit,
      (row) => row,
      (row) => [row.createdAt, row.id],
    );
    if (after) return { ...page, total: null };
    const count = await countMembers(scope, wanted, COUNTED_USERS + 1);
    return { ...page, total: { count: Math.min(count, COUNTED_USERS), isMore: count > COUNTED_USERS } };
  });
}

/** @throws {Problem} `member.not_found` */
export async function getAdminUser(ctx: MemberContext, id: MemberId): Promise<AdminUser> {
  const member = await withSystem(ctx, (scope) => findMember(scope, id, trialOf(ctx)));
  if (!member) throw new Problem('member.not_found');
  return member;
}

/**
 * Changes a member and their tenant. A balance is set to a number; raising it releases messages that waited for the quota,
 * has replies to reviews written, and shows reviews that waited for theirs.
 *
 * @throws {Problem} `member.not_found`, or `request.invalid` at a country or phone that is not valid
 */
export async function changeAdminUser(
  ctx: MemberContext,
  id: MemberId,
  change: BodyOf<typeof contract.changeAdminUser>,
): Promise<AdminUser> {
  const member = await getAdminUser(ctx, id);
  const { fullName, chatApiInstanceLimit, countryId, availableMessagesCount } = change;
  const { availableAiReviewsCount, availableRatingsCount, isTestUser } = change;
  if (countryId !== undefined && !(countryId in COUNTRY_CODE_BY_ID)) throw wrongField('countryId', 'unknown');
  const phone = change.userPhone && normalisePhone(change.userPhone, countryId ?? member.countryId);
  if (change.userPhone && !phone) throw wrongField('userPhone', 'phone');

  await withTenant(ctx, member.userGuid, async (scope) => {
    await changeMember(scope, id, {
      ...(phone && { phone }),
      ...(fullName !== undefined && { fullName }),
      ...(isTestUser !== undefined && { isTestUser }),
    });
    await changeTenant(scope, {
      ...(chatApiInstanceLimit !== undefined && { channelLimit: chatApiInstanceLimit }),
      ...(countryId !== undefined && { countryId }),
    });
    await recordAudit(scope, {
      action: 'user.changed',
      object: { kind: 'member', id, title: member.email },
      ...changed(member, {
        ...(phone && { phone }),
        ...(fullName !== undefined && { fullName }),
        ...(chatApiInstanceLimit !== undefined && { chatApiInstanceLimit }),
        ...(countryId !== undefined && { countryId }),
        ...(change.isDuplication !== undefined && { isDuplication: change.isDuplication }),
        ...(change.isYclientsSmsOneTariffEnabled !== undefined && {
          isYclientsSmsOneTariffEnabled: change.isYclientsSmsOneTariffEnabled,
        }),
      }),
    });
  });
  const setBalance = (balance: Partial<AdminUser>, set: (scope: ActionScope) => Promise<void>) =>
    withTenant(ctx, member.userGuid, async (scope) => {
      await set(scope);
      const object = { kind: 'member' as const, id, title: member.email };
      await recordAudit(scope, { action: 'balance.changed', object, ...changed(member, balance) });
    });
  if (availableMessagesCount !== undefined)
    await setBalance({ availableMessagesCount }, (scope) => setMessages(scope, availableMessagesCount));
  if (availableAiReviewsCount !== undefined)
    await setBalance({ availableAiReviewsCount }, (scope) => setAiReviews(scope, availableAiReviewsCount));
  if (availableRatingsCount !== undefined)
    await setBalance({ availableRatingsCount }, (scope) => setRatings(scope, availableRatingsCount));
  const { aiBalanceMicroUsd, isDuplication, isYclientsSmsOneTariffEnabled } = change;
  if (aiBalanceMicroUsd !== undefined)
    await setBalance({ aiBalanceMicroUsd }, (scope) => setAiBalance(scope, aiBalanceMicroUsd));
  const record = {
    ...(isDuplication !== undefined && { is_duplication: isDuplication }),
    ...(isYclientsSmsOneTariffEnabled !== undefined && { is_sms_one_tariff_enabled: isYclientsSmsOneTariffEnabled }),
  };
  if (Object.keys(record).length > 0) await withTenant(ctx, member.userGuid, (scope) => putClientRecord(scope, record));
  return getAdminUser(ctx, id);
}

const trialOf = ({ config }: Pick<MemberContext, 'config'>): Trial => ({ aiReviews: config.ai.trialReviews });

/** The fields of a change, before and after it. */
const changed = (member: AdminUser, after: Partial<AdminUser>) => ({
  before: Object.fromEntries(Object.keys(after).map((name) => [name, member[name as keyof AdminUser]])), // NOTE: its own fields
  after,
});

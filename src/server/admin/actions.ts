import { z } from 'zod';
import type { AdminUser, changeAdminUser, listAdminUsers } from '#contract/admin.ts';
import { COUNTRY_CODE_BY_ID } from '#contract/countries.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants.ts';
import { addMessages, messagesLeft, spendMessages } from '#server/billing/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { readCursor, toPage } from '#server/platform/cursor.ts';
import { withSystem, withTenant } from '#server/platform/db.ts';
import { Problem, wrongField } from '#server/platform/problem.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { findUser, listUsers, updateCabinet, updatePerson } from './queries.ts';

const UserCursor = z.tuple([z.iso.datetime(), z.uuid()]);

export async function listAdminPeople(
  ctx: MemberContext,
  { cursor, limit, search }: QueryOf<typeof listAdminUsers>,
): Promise<ReplyOf<typeof listAdminUsers>> {
  const after = readCursor(cursor, UserCursor);
  const rows = await withSystem(ctx.db, (scope) => listUsers(scope, { search, after, limit }));
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.createdAt, row.id],
  );
}

export async function getAdminPerson(ctx: MemberContext, id: MemberId): Promise<AdminUser> {
  const user = await withSystem(ctx.db, (scope) => findUser(scope, id));
  if (!user) throw new Problem('member.not_found');
  return user;
}

/** Changes a person and her cabinet. Messages are set to a number; raising it wakes what waited for the quota. */
export async function changeAdminPerson(
  ctx: MemberContext,
  id: MemberId,
  change: BodyOf<typeof changeAdminUser>,
): Promise<AdminUser> {
  const user = await getAdminPerson(ctx, id);
  const { fullName, chatApiInstanceLimit, countryId, availableMessagesCount } = change;
  if (countryId !== undefined && !(countryId in COUNTRY_CODE_BY_ID)) throw wrongField('countryId', 'unknown');
  const phone = change.userPhone && normalisePhone(change.userPhone, countryId ?? user.countryId);
  if (change.userPhone && !phone) throw wrongField('userPhone', 'phone');

  await withSystem(ctx.db, async (scope) => {
    await updatePerson(scope, user, {
      ...(phone && { phone }),
      ...(fullName !== undefined && { full_name: fullName }),
    });
    await updateCabinet(scope, user, {
      ...(chatApiInstanceLimit !== undefined && { channel_limit: chatApiInstanceLimit }),
      ...(countryId !== undefined && { country_id: countryId }),
    });
  });
  if (availableMessagesCount !== undefined) await setMessages(ctx, user, availableMessagesCount);
  return getAdminPerson(ctx, id);
}

async function setMessages(ctx: MemberContext, { userGuid }: AdminUser, wanted: number): Promise<void> {
  await withTenant(ctx.db, userGuid, async (scope) => {
    const left = await messagesLeft(scope);
    if (wanted > left) await addMessages(ctx, scope, wanted - left);
    else await spendMessages(scope, left - wanted, ctx.clock.now());
  });
}

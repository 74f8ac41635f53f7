import type { countContacts as countCall, listContacts as listCall } from '#contract/contacts.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { listUsableChannels } from '#server/channels/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { countContacts, listContacts, type ListAround } from './contact-list-queries.ts';

export async function pageOfContacts(
  ctx: MemberContext,
  query: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => listContacts(scope, query, await aroundOf(ctx, scope)));
}

export async function countsOfContacts(
  ctx: MemberContext,
  query: QueryOf<typeof countCall>,
): Promise<ReplyOf<typeof countCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => countContacts(scope, query, await aroundOf(ctx, scope)));
}

async function aroundOf({ clock }: Pick<MemberContext, 'clock'>, scope: TenantScope): Promise<ListAround> {
  const channels = await listUsableChannels(scope);
  return {
    now: clock.now(),
    channelIds: channels.map(({ id }) => id),
    phoneChannelIds: channels.flatMap(({ id, traits }) => (traits.reachesPhones ? [id] : [])),
  };
}

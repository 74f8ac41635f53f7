import type { MemberScope, ActionScope } from '#server/platform/context/context.ts';
import type { countContacts as countCall, listContacts as listCall } from '#contract/contacts/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { loadAround } from '#server/audiences/question-reads.ts';
import { countContacts, inSegment, listContacts, type ListAround } from './contact-list-queries.ts';

export async function pageOfContacts(
  scope: ActionScope,
  query: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  return listContacts(scope, query, await aroundOf(scope, query.segment));
}

export async function countsOfContacts(
  scope: MemberScope,
  query: QueryOf<typeof countCall>,
): Promise<ReplyOf<typeof countCall>> {
  return countContacts(scope, query, await aroundOf(scope));
}

async function aroundOf(scope: ActionScope, segment?: string): Promise<ListAround> {
  const around = await loadAround(
    scope,
    segment ? inSegment(segment) : { match: 'all', groups: [] },
    scope.clock.now(),
  );
  const { channels } = around;
  return {
    ...around,
    channelIds: channels.map(({ id }) => id),
    phoneChannelIds: channels.flatMap(({ id, reachesPhones }) => (reachesPhones ? [id] : [])),
  };
}

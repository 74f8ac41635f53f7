import { z } from 'zod';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/ideas/calls.ts';
import { type Idea, IdeaId } from '#contract/ideas/calls.ts';
import { MAX_NEW_IDEAS } from '#contract/ideas/values.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { countNewIdeas, findShown, insertIdea, listShown, type PageStart, putVote } from './queries.ts';

const VotesCursor = z.tuple([z.int(), z.uuid()]);
const TimeCursor = z.tuple([z.iso.datetime(), z.uuid()]);

const pageStartOf = (order: 'votes' | 'new', cursor: string | undefined): PageStart =>
  order === 'votes' ? { order, end: readCursor(cursor, VotesCursor) } : { order, end: readCursor(cursor, TimeCursor) };

const viewerOf = ({ site, memberId }: MemberScope) => ({ brand: site.brand.key, memberId });

export async function listIdeas(
  scope: MemberScope,
  { cursor, limit, language, state, order, own }: QueryOf<typeof contract.listIdeas>,
): Promise<ReplyOf<typeof contract.listIdeas>> {
  const after = pageStartOf(order, cursor);
  const shown = { ...viewerOf(scope), language, state, isOwnOnly: own ?? false, after, limit };
  return toPage(
    await listShown(scope, shown),
    limit,
    (idea) => idea,
    ({ votesCount, createdAt, id }) => [order === 'votes' ? votesCount : createdAt, id],
  );
}

/** @throws {Problem} `idea.unread_limit` while the operator has not read the cabinet's earlier ones */
export async function createIdea(scope: MemberScope, idea: BodyOf<typeof contract.createIdea>): Promise<Idea> {
  if ((await countNewIdeas(scope)) >= MAX_NEW_IDEAS) throw new Problem('idea.unread_limit');
  const id = newId(IdeaId);
  const { brand, memberId } = viewerOf(scope);
  await insertIdea(scope, { ...idea, id, brand }, { memberId, at: scope.clock.now() });
  await announce(scope, 'ideas');
  return requireShown(scope, id);
}

/** @throws {Problem} `idea.not_found` */
export async function voteForIdea(scope: MemberScope, id: IdeaId, isVoted: boolean): Promise<Idea> {
  await requireShown(scope, id);
  await putVote(scope, id, { memberId: scope.memberId, isVoted, at: scope.clock.now() });
  await announce(scope, 'ideas');
  return requireShown(scope, id);
}

async function requireShown(scope: MemberScope, id: IdeaId): Promise<Idea> {
  const idea = await findShown(scope, id, viewerOf(scope));
  if (!idea) throw new Problem('idea.not_found');
  return idea;
}

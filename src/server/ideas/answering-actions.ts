import { z } from 'zod';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/ideas/calls.ts';
import type { IdeaId } from '#contract/ideas/calls.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { raiseNotice } from '#server/tenants/actions.ts';
import { listAll, updateAnswer } from './queries.ts';

// NOTE: a process: it acts in the operator's tables.

const TimeCursor = z.tuple([z.iso.datetime(), z.uuid()]);

export async function listAllIdeas(
  ctx: MemberContext,
  { cursor, limit, state }: QueryOf<typeof contract.listAllIdeas>,
): Promise<ReplyOf<typeof contract.listAllIdeas>> {
  const after = readCursor(cursor, TimeCursor);
  return toPage(
    await withSystem(ctx, (scope) => listAll(scope, { state, after, limit })),
    limit,
    (idea) => idea,
    ({ createdAt, id }) => [createdAt, id],
  );
}

/** Sets the state and the answer of an idea, and notifies its author. @throws {Problem} `idea.not_found` */
export async function answerIdea(
  ctx: MemberContext,
  id: IdeaId,
  { state, answer }: BodyOf<typeof contract.answerIdea>,
): Promise<void> {
  const at = ctx.clock.now();
  const idea = await withSystem(ctx, async (scope) => {
    const found = await updateAnswer(scope, id, { state, answer, at });
    if (found) await recordAudit(scope, { action: 'idea.answered', object: { kind: 'system', id }, after: { state } });
    return found;
  });
  if (!idea) throw new Problem('idea.not_found');
  const { title, tenantId } = idea;
  if (tenantId === null) return;
  await withTenant(ctx, tenantId, async (scope) => {
    const notice = { kind: 'idea_answered', key: `idea:${id}`, severity: 'info', params: { title, state } } as const;
    await raiseNotice(scope, at, notice);
    await announce(scope, 'ideas');
  });
}

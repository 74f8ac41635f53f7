import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/mailings/versions.ts';
import { findMailingForUpdate } from '#server/mailings/storage/queries.ts';
import { rollBackIn } from '#server/mailings/versions/versions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { outcomeOf } from './outcomes.ts';

/** Rolls back many mailings. Each succeeds or fails alone. */
export async function rollBackMany(
  scope: MemberScope,
  { mailings }: BodyOf<typeof contract.rollBackMailings>,
): Promise<ReplyOf<typeof contract.rollBackMailings>> {
  const outcomes = [];
  // NOTE: mailings are locked in the order of their ids, so that two concurrent bulk changes cannot deadlock.
  for (const { mailingId, ...request } of mailings.toSorted((a, b) => (a.mailingId < b.mailingId ? -1 : 1))) {
    const mailing = await findMailingForUpdate(scope, mailingId);
    const outcome = await outcomeOf(mailingId, mailing?.title ?? '', async () => {
      if (!mailing || mailing.isDeleted) throw new Problem('distribution.not_found');
      await rollBackIn(scope, mailing, request);
    });
    outcomes.push(outcome);
  }
  await announce(scope, 'mailings');
  return { outcomes };
}

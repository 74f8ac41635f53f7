import type { TalkId } from '#contract/quality/talks.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { employeesOf } from './part-rules.ts';
import { type ReadTalk, upsertTalk } from './talk-queries.ts';

/**
 * Stores a talk that a source has read. The same talk of a source is stored once: reading it again replaces its lines, of which
 * those that were there keep their places, because verdicts point to them.
 */
export async function saveTalk(scope: ActionScope, talk: ReadTalk): Promise<TalkId> {
  return upsertTalk(scope, { ...talk, employees: employeesOf(talk.lines), at: scope.clock.now() });
}

import type { TalkSource as TalkSourceKey } from '#contract/quality/values.ts';
import type { TalkSource } from './port.ts';
import { countStoredTalks, countUntranscribed, listStoredTalks } from './talk-queries.ts';

/** Talks that are stored before any report: those of files, and recordings that were transcribed. */
export function storedTalks(key: Exclude<TalkSourceKey, 'conversations'>): TalkSource {
  return {
    key,
    async countTalks(scope, wanted) {
      const counted = await countStoredTalks(scope, key, wanted);
      const isOfCalls = key === 'recordings' && wanted.kind === 'calls';
      return { ...counted, notReady: isOfCalls ? await countUntranscribed(scope, wanted) : 0 };
    },
    async takeTalks(scope, wanted, { after, limit, isWanted }) {
      const rows = await listStoredTalks(scope, key, {
        ...wanted,
        after: after === null ? null : placeOf(after),
        limit,
      });
      const last = rows.at(-1);
      return {
        talks: rows.filter(({ sourceKey }) => isWanted(sourceKey)),
        next: last && rows.length === limit ? `${last.startedAt.toString()} ${last.id}` : null,
      };
    },
  };
}

function placeOf(after: string): { at: string; id: string } {
  const [at = '', id = ''] = after.split(' ');
  return { at, id };
}

import { useQuery } from '@tanstack/react-query';
import type { Notice } from '#contract/onboarding/calls.ts';
import { declaredRooms } from '#web/lib/pages/declared-rooms.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import type { NoticeWords } from '#web/lib/pages/room.ts';

/**
 * Describes notices in the words of their rooms, which are loaded once they are needed.
 *
 * @returns `describe` is undefined until then; it returns undefined for a notice that no room has words for
 */
export function useNoticeWords({ isNeeded }: { isNeeded: boolean }) {
  const t = useTexts();
  const format = useFormat();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['onboarding', 'notice words'],
    queryFn: loadWords,
    enabled: isNeeded,
    staleTime: Infinity,
  });
  const describe = data && (({ kind, params }: Notice) => data.get(kind)?.(params, { t, format }));
  return { describe, isError, error, refetch };
}

/** Loads the words of every room, by kind of notice. */
async function loadWords(): Promise<ReadonlyMap<string, NoticeWords>> {
  const loads = declaredRooms().map(({ notices }) => notices?.());
  const [words] = await Promise.all([Promise.all(loads), loadTexts(['notices'])]);
  return new Map(words.flatMap((ofRoom) => Object.entries(ofRoom ?? {})));
}

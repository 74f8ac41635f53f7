import type { TalkId } from '#contract/quality/talks.ts';
import type { TalkKind, TalkSource as TalkSourceKey } from '#contract/quality/values.ts';
import type { ActionScope } from '#server/platform/context/context.ts';

/** Which talks are wanted: those that began in the period. */
export type WantedTalks = {
  kind: TalkKind;
  /** Beginning of the first day, in the zone of the cabinet. */
  from: Temporal.Instant;
  /** End of the last day; not included. */
  until: Temporal.Instant;
};

/** Talks of a period, for an estimate. */
export type CountedTalks = {
  talks: number;
  /** Calls that are not transcribed yet. */
  notReady: number;
  /** Sum of all lines, with the names of their speakers; about right is enough. */
  characters: number;
};

export type TakenTalks = {
  /** Talks that are stored and can be judged, the oldest first. */
  talks: { id: TalkId; startedAt: Temporal.Instant }[];
  /** Give it as `after` for what follows; null: that was all. */
  next: string | null;
};

/** Where talks come from. Each is listed in `talk-sources.ts`. */
export type TalkSource = {
  key: TalkSourceKey;
  countTalks(scope: ActionScope, wanted: WantedTalks): Promise<CountedTalks>;
  /**
   * Stores the next talks of a period by `saveTalk` and returns them. Taking them again has the same effect as taking them once.
   *
   * @param page.isWanted says by its key in the source whether a talk is in the sample; others are left out unread
   * @param page.limit of talks that are looked at
   */
  takeTalks(
    scope: ActionScope,
    wanted: WantedTalks,
    page: { after: string | null; limit: number; isWanted: (sourceKey: string) => boolean },
  ): Promise<TakenTalks>;
};

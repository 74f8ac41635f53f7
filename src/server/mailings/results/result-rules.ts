import { compareInstants } from '#server/platform/values/instant-rules.ts';
import type { MailingResults } from '#contract/mailings/results.ts';
import type { MessageStatus } from '#contract/delivery/calls.ts';
import type { MessageGroup } from './result-queries.ts';

type Steps = { sent: number; delivered: number; read: number; replied: number; failed: number };

const STEP_OF: Partial<Record<MessageStatus, readonly (keyof Steps)[]>> = {
  accepted: ['sent'],
  sent: ['sent'],
  delivered: ['sent', 'delivered'],
  read: ['sent', 'delivered', 'read'],
  failed: ['failed'],
};

/** Adds up groups of messages by step. */
export function stepsOf(groups: readonly MessageGroup[]): Steps {
  const steps: Steps = { sent: 0, delivered: 0, read: 0, replied: 0, failed: 0 };
  for (const { status, count, replied } of groups) {
    for (const step of STEP_OF[status] ?? []) steps[step] += count;
    steps.replied += replied;
  }
  return steps;
}

/** A mailing that took longer is shown by days. */
const MAX_HOURS = 48;

/** Messages by the hour in which they left, or by the day of a zone. */
export function momentsOf(groups: readonly MessageGroup[], timeZone: string): Pick<MailingResults, 'unit' | 'moments'> {
  const gone = groups.filter(({ status }) => STEP_OF[status]);
  const hours = gone.map(({ hour }) => hour.epochMilliseconds);
  const unit = Math.max(...hours) - Math.min(...hours) > MAX_HOURS * 3_600_000 ? 'day' : 'hour';
  const startOf = ({ hour }: MessageGroup) =>
    hour.toZonedDateTimeISO(timeZone).round({ smallestUnit: unit, roundingMode: 'floor' });
  const byMoment = Map.groupBy(gone, (group) => startOf(group).toInstant().toString());
  const moments = [...byMoment].map(([at, of]) => ({ at, ...stepsOf(of) }));
  return {
    unit,
    moments: moments.toSorted((one, other) =>
      compareInstants(Temporal.Instant.from(one.at), Temporal.Instant.from(other.at)),
    ),
  };
}

/** Reasons of messages that failed or were not sent, the most frequent first. */
export function reasonsOf(groups: readonly MessageGroup[]): MailingResults['reasons'] {
  const ended = groups.flatMap(({ status, rule, count }) =>
    rule !== null && !STEP_OF[status]?.includes('sent') ? [{ rule, count }] : [],
  );
  return [...Map.groupBy(ended, ({ rule }) => rule)]
    .map(([rule, of]) => ({ rule, count: of.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count);
}

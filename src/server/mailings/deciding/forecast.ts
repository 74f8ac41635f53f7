import { dayOf, playTimeline, type TimelineQuestion } from './timeline.ts';

export type ForecastQuestion = TimelineQuestion & {
  /** Recipients by the zone they live in; '' is the cabinet's. */
  recipients: ReadonlyMap<string, number>;
};

export type Forecast = {
  /** When the first message leaves; null: none does. */
  startsAt: Temporal.Instant | null;
  /** When the last message leaves; null: it never does. */
  finishesAt: Temporal.Instant | null;
  /** Recipients whose turn comes after the last moment. */
  unsent: number;
  /** Messages of each day on which some leave, by the cabinet's calendar. */
  days: { date: string; messages: number }[];
};

/** Reckons when a mailing is finished, from its hours, limits and the speed of its channels. */
export function forecastMailing(question: ForecastQuestion): Forecast {
  const waiting = new Map(question.recipients);
  const left = () => [...waiting.values()].reduce((sum, one) => sum + one, 0);
  const { finishesAt, hours } = playTimeline(question, {
    left,
    zones: () => [...waiting].filter(([, count]) => count > 0).map(([zone]) => zone),
    send: (zones, _at, room) => {
      let sent = 0;
      for (const zone of zones) {
        const count = Math.min(waiting.get(zone) ?? 0, room - sent);
        waiting.set(zone, (waiting.get(zone) ?? 0) - count);
        sent += count;
      }
      return sent;
    },
  });
  const days = new Map<string, number>();
  for (const { at, messages } of hours) {
    const date = dayOf(at, question.cabinetZone);
    days.set(date, (days.get(date) ?? 0) + messages);
  }
  return {
    startsAt: hours[0]?.at ?? null,
    finishesAt,
    unsent: left(),
    days: [...days].map(([date, messages]) => ({ date, messages })),
  };
}

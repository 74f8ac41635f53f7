import type { TalkKind } from '#contract/quality/values.ts';

export const PERIODS = ['week', 'month', 'own'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS = { week: 7, month: 30 } as const;

/** Where talks of a kind come from. */
export const SOURCES = {
  chats: ['conversations', 'uploads'],
  calls: ['recordings'],
} as const satisfies Record<TalkKind, unknown>;

/** The last days, with today. @param today `YYYY-MM-DD` */
export function daysBefore(period: keyof typeof DAYS, today: string): { from: string; to: string } {
  const day = (back: number) => {
    const at = new Date(`${today}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() - back);
    return at.toISOString().slice(0, 10);
  };
  return { from: day(DAYS[period] - 1), to: day(0) };
}

const MICRO_USD = 1_000_000;
const LEAST_CAP_USD = 0.1;
/** The cap that is proposed: estimates of length are rough. */
const RESERVE = 1.5;

/** The proposed cap in dollars, whole cents. */
export const proposedCap = (costMicroUsd: number): string =>
  (Math.ceil(Math.max(LEAST_CAP_USD, (costMicroUsd / MICRO_USD) * RESERVE) * 100) / 100).toFixed(2);

/** Micro dollars of a typed sum; null: no sum. */
export function capIn(typed: string): number | null {
  const sum = Number(typed.trim().replace(',', '.'));
  return typed.trim() !== '' && Number.isFinite(sum) && sum > 0 ? Math.round(sum * MICRO_USD) : null;
}

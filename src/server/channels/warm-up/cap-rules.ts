import { z } from 'zod';

const Settings = z.object({ dailyCap: z.int().positive().nullable() });

/** The tenant's own limit of messages per day in a channel's stored settings; null: none. */
export function dailyCapOf(settings: unknown): number | null {
  return Settings.safeParse(settings).data?.dailyCap ?? null;
}

import { sql } from 'kysely';
import type { DemoBusiness } from '#contract/brands/brands.ts';
import type { Language } from '#contract/primitives.ts';
import type { MapService } from '#contract/reviews/values.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { PastBranch } from './year.ts';

/** The tenant as it was set up: the year is written about it. */
export type Setting = {
  business: DemoBusiness;
  language: Language;
  businessName: string;
  timeZone: string;
  /** In the order in which they are tried. */
  channels: readonly { id: string; kind: string }[];
  flows: readonly StoredFlow[];
  /** Null: it has none. */
  assistant: PastAssistant | null;
  branches: readonly SettingBranch[];
  /** Where clients are asked to publish their reviews. */
  maps: readonly MapService[];
  /** Empty where no restaurant is connected. */
  restaurants: readonly SettingPlace[];
};

/** @property channelIds empty: it answers on every channel */
export type PastAssistant = { id: SenderId; version: number; model: string; channelIds: readonly string[] };

export type SettingBranch = PastBranch & SettingPlace;

export type SettingPlace = {
  id: string;
  timeZone: string;
  title: string;
  address: string | null;
  phone: string | null;
  currency: string;
};

/** A row of a table by the names of its columns, without the tenant. */
export type Row = Record<string, unknown>;

/** External ids of the made-up rows begin with it: the booking system knows none of them. */
export const PAST_PREFIX = 'past-';

/** Whether there is a visit from before the weeks that the booking system imports. */
export async function hasPast({ tx, tenantId }: TenantScope): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (
      select from visits where tenant_id = ${tenantId} and external_id like ${`${PAST_PREFIX}%`}
    ) as is_there`.execute(tx);
  return rows[0]?.is_there ?? false;
}

import { type DemoPart, DEMO_PARTS } from '#contract/auth/values.ts';
import type { DemoBusiness } from '#contract/brands/brands.ts';
import type { Language } from '#contract/primitives.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

export type DemoKey = { business: DemoBusiness; language: Language };

/** The part of a demo that is being made; the first one before it was begun. */
export async function findDemoPart({ tx }: SystemScope, { business, language }: DemoKey): Promise<DemoPart> {
  const row = await tx
    .selectFrom('demo_makings')
    .select('part')
    .where('business', '=', business)
    .where('language', '=', language)
    .executeTakeFirst();
  return DEMO_PARTS.find((part) => part === row?.part) ?? DEMO_PARTS[0];
}

/** Stores which part of a demo is being made. */
export async function putDemoPart({ tx }: SystemScope, { business, language }: DemoKey, part: DemoPart): Promise<void> {
  await tx
    .insertInto('demo_makings')
    .values({ business, language, part })
    .onConflict((conflict) => conflict.columns(['business', 'language']).doUpdateSet({ part }))
    .execute();
}

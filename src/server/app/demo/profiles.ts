import type { DemoBusiness } from '#contract/brands/brands.ts';
import type { Language } from '#contract/primitives.ts';
import { CLINICS } from './clinics.ts';
import type { DemoProfile } from './profile.ts';
import { SALONS } from './salons.ts';

export const DEMO_PROFILES: Readonly<Record<DemoBusiness, Readonly<Record<Language, DemoProfile>>>> = {
  salon: SALONS,
  clinic: CLINICS,
};

/** The one that the start makes. */
export const FIRST_PROFILE = SALONS.ru;

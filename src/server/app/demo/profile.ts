import type { BrandKey } from '#contract/brands/brands.ts';
import type { Language } from '#contract/primitives.ts';
import type { ReviewMap } from '#contract/reviews/widgets.ts';

/** A demo cabinet: its business, its people, and what they connect in the world. */
export type DemoProfile = {
  /** Where its owner registered. */
  brand: BrandKey;
  language: Language;
  business: string;
  countryId: number;
  timeZone: string;
  owner: { email: string; password: string; name: string; phone: string };
  /** Members besides the owner, by their roles. */
  others: { staff: string; partner: string; admin: string; super_admin: string };
  whatsApp: { apiKey: string; phone: string };
  telegramToken: string;
  bookings: { kind: 'yclients' | 'altegio'; login: string; password: string } | { kind: 'medflex'; token: string };
  /** Name of the assistant that answers its clients. */
  assistant: string;
  /** Things that only a salon has; null: it is a clinic. */
  salon: SalonProfile | null;
};

export type SalonProfile = {
  restaurants: { kind: 'iiko'; apiLogin: string };
  /** Where its clients write reviews. */
  reviewMaps: ReviewMap[];
  /** A text that its people insert by its name. */
  quickReply: { title: string; text: string };
  /** Name of the segment of regulars who have not come for two months. */
  segment: string;
  /** Name of the token for the business's own program. */
  program: string;
};

/** The password of the owner of each demo. */
export const OWNER_PASSWORD = 'salon-owner';

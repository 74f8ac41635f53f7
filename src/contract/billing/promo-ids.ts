import { z } from 'zod';

export const PromoCodeId = z.uuid().brand('PromoCodeId');
export type PromoCodeId = z.infer<typeof PromoCodeId>;

/** A code as a payer types it; its case does not matter. */
export const TypedPromoCode = z
  .string()
  .trim()
  .toUpperCase()
  .min(1, { error: 'required' })
  .max(64, { error: 'too_long' });

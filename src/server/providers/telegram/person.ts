import { z } from 'zod';

/** A Telegram user. In a private chat the chat's id equals the user's. */
export const Person = z.object({
  id: z.int(),
  is_bot: z.boolean().default(false),
  first_name: z.string().default(''),
  last_name: z.string().optional(),
  language_code: z.string().optional(),
});
export type Person = z.infer<typeof Person>;

import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

export const WeeklyLetter = z.object({
  isOn: z.boolean(),
  /** No letter is sent to an e-mail that was not confirmed. */
  isEmailConfirmed: z.boolean(),
});
export type WeeklyLetter = z.infer<typeof WeeklyLetter>;

export const getWeeklyLetter = endpoint({
  method: 'GET',
  path: '/api/v1/insights/letter',
  access: 'member',
  summary: 'Whether the signed-in member gets the weekly letter.',
  reply: WeeklyLetter,
});

export const setWeeklyLetter = endpoint({
  method: 'PUT',
  path: '/api/v1/insights/letter',
  access: 'member',
  summary: 'Turns the weekly letter of the signed-in member on or off.',
  body: z.object({ isOn: z.boolean() }),
  reply: WeeklyLetter,
});

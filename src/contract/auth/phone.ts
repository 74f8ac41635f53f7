import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Phone/SendCode',
  access: 'member',
  summary: 'Texts the caller’s phone a code, valid for 30 seconds; at most 3 a day.',
  takesIdempotencyKey: true,
  reply: z.object({
    /** In which the code can be entered. */
    secondsLeft: z.int(),
    /** That may still be sent today. */
    codesLeft: z.int(),
  }),
  problems: ['phone.missing', 'phone.confirmed', 'phone.codes_spent', 'phone.code_unsent', 'server.unavailable'],
});

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Phone/Confirm',
  access: 'member',
  summary: 'Confirms the caller’s phone with the code that was texted to it.',
  body: z.object({ code: z.string().trim().min(1, { error: 'required' }).max(20, { error: 'too_long' }) }),
  problems: ['phone.code_wrong', 'phone.code_over'],
});

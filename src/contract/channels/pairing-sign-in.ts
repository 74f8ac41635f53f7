import { z } from 'zod';
import { ChannelId } from './calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { withoutInvisible } from '#contract/pasted-text.ts';
import { CREDENTIAL_SCHEMAS } from '#contract/connections/credential-schemas.ts';

/** The sign-in of a pairing by phone and code. `expects` of the pairing is what the person must enter next. */
export const SignIn = z.object({
  /** To which the last code was sent, E.164; null before the first. */
  phone: z.string().nullable(),
  /** Whether a code was sent that was not accepted yet, even where it is over. */
  isCodeSent: z.boolean(),
  /** Seconds in which the last code can still be entered; 0: it is over, or there was none. */
  secondsLeft: z.number(),
  /** Codes that can still be requested today for this phone. */
  codesLeft: z.int(),
});
export type SignIn = z.infer<typeof SignIn>;

const params = z.object({ channelId: ChannelId });

export const getSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/channels/pairings/:channelId/sign-in',
  access: 'owner',
  summary: 'The sign-in of a pairing by phone and code.',
  params,
  reply: SignIn,
  problems: ['channel.not_found'],
});

/** `pairing.code_not_sent` has `{ trouble, text, retryAfterSeconds? }`. */
export const sendSignInCode = endpoint({
  method: 'POST',
  path: '/api/v1/channels/pairings/:channelId/sign-in/codes',
  access: 'owner',
  summary: 'Sends a sign-in code to the account of a phone. It is valid for 30 seconds; a phone gets 3 a day.',
  takesIdempotencyKey: true,
  ratePerMinute: 10,
  params,
  body: z.object({ phone: CREDENTIAL_SCHEMAS.phone }),
  reply: SignIn,
  problems: [
    'channel.not_found',
    'channel.already_connected',
    'pairing.over',
    'pairing.too_many_codes',
    'pairing.code_not_sent',
    'provider.unreachable',
  ],
});

export const enterSignInCode = endpoint({
  method: 'POST',
  path: '/api/v1/channels/pairings/:channelId/sign-in/code',
  access: 'owner',
  summary: 'Enters the code that was sent.',
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  params,
  /** Spaces and dashes between the digits are left out. */
  body: z.object({ code: z.string().overwrite(withoutInvisible).trim().min(1, { error: 'required' }).max(20) }),
  reply: SignIn,
  problems: [
    'channel.not_found',
    'pairing.over',
    'pairing.code_invalid',
    'pairing.code_expired',
    'pairing.refused',
    'provider.unreachable',
  ],
});

export const enterSignInPassword = endpoint({
  method: 'POST',
  path: '/api/v1/channels/pairings/:channelId/sign-in/password',
  access: 'owner',
  summary: 'Enters the password of an account that asks for one after the code. It is not stored.',
  takesIdempotencyKey: true,
  ratePerMinute: 10,
  params,
  body: z.object({ password: CREDENTIAL_SCHEMAS.password }),
  reply: SignIn,
  problems: ['channel.not_found', 'pairing.over', 'pairing.password_wrong', 'pairing.refused', 'provider.unreachable'],
});

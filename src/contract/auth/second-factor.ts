import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant } from '#contract/primitives.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { OwnPassword, Tokens } from './calls.ts';

/** Six digits of the app, or a recovery code; spaces and hyphens do not count. */
const FactorCode = z.string().trim().min(1, { error: 'required' }).max(40, { error: 'too_long' });

const FACTOR_PROBLEMS = ['auth.second_factor_wrong', 'auth.second_factor_often'] as const;
const PASSWORD_PROBLEMS = ['auth.password_wrong', 'request.too_often'] as const;

/** Each replaces the app once; shown this once. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const passSecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/account/SecondFactor',
  access: 'public',
  summary: 'Finishes a sign-in that was answered with `auth.second_factor_required`.',
  ratePerMinute: 60,
  body: z.object({
    /** From the details of that answer; valid for 10 minutes. */
    ticket: z.string().min(1).max(2000),
    code: FactorCode,
  }),
  reply: Tokens,
  problems: [...FACTOR_PROBLEMS, 'auth.second_factor_ticket_over'],
});

export const secondFactor = endpoint({
  method: 'GET',
  path: '/api/v1/Account/SecondFactor',
  access: 'member',
  isBeforeSecondFactor: true,
  summary: 'The state of the caller’s second factor.',
  reply: z.object({
    isOn: z.boolean(),
    since: Instant.nullable(),
    recoveryCodesLeft: z.int(),
    /** Whether the cabinet requires it of all members. */
    isRequired: z.boolean(),
  }),
});

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/Account/SecondFactor/SetUp',
  access: 'member',
  isBeforeSecondFactor: true,
  summary: 'Begins to set the second factor up: a secret for an authenticator app. It counts once a code confirms it.',
  ratePerMinute: 10,
  body: z.object({ password: OwnPassword }),
  reply: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://`, for a QR code. */
    uri: z.string(),
  }),
  problems: [...PASSWORD_PROBLEMS, 'auth.second_factor_on'],
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/Account/SecondFactor/Confirm',
  access: 'member',
  isBeforeSecondFactor: true,
  summary: 'Turns the second factor on with a code of the app, and ends all other sessions.',
  takesIdempotencyKey: true,
  body: z.object({ code: FactorCode }),
  reply: RecoveryCodes,
  problems: [...FACTOR_PROBLEMS, 'auth.second_factor_on', 'auth.second_factor_off'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/Account/SecondFactor/RecoveryCodes',
  access: 'member',
  summary: 'Replaces the recovery codes by new ones.',
  takesIdempotencyKey: true,
  body: z.object({ password: OwnPassword, code: FactorCode }),
  reply: RecoveryCodes,
  problems: [...PASSWORD_PROBLEMS, ...FACTOR_PROBLEMS, 'auth.second_factor_off'],
});

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/Account/SecondFactor/TurnOff',
  access: 'member',
  summary: 'Turns the caller’s second factor off, unless the cabinet requires it.',
  takesIdempotencyKey: true,
  body: z.object({ password: OwnPassword, code: FactorCode }),
  problems: [...PASSWORD_PROBLEMS, ...FACTOR_PROBLEMS, 'auth.second_factor_off', 'auth.second_factor_enforced'],
});

export const requireSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/v1/Account/SecondFactor/Rule',
  access: 'owner',
  summary: 'Requires a second factor of all members, or does no more. The owner needs one first.',
  body: z.object({ isRequired: z.boolean() }),
  problems: ['auth.second_factor_first'],
});

export const resetMemberFactor = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Members/:memberId/ResetSecondFactor',
  access: 'owner',
  summary: 'Takes the second factor of another member away, who lost app and codes; ends their sessions.',
  params: z.object({ memberId: MemberId }),
  body: z.object({ password: OwnPassword }),
  problems: ['member.not_found', 'auth.password_wrong', 'request.too_often'],
});

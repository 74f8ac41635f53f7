import { z } from 'zod';
import { ABILITIES } from '#contract/billing/tariffs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { withoutInvisible } from '#contract/pasted-text.ts';
import { Instant, Language, TimeZone } from '#contract/primitives.ts';
import { MemberId, MemberRole } from '#contract/tenants/ids.ts';
import { DEMO_PARTS, DEMO_PEOPLE } from './values.ts';

/** From the specification, section 5: at most 254 characters. */
export const Email = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .min(1, { error: 'required' })
  .max(254, { error: 'too_long' })
  .pipe(z.email({ error: 'email' }));

/** A code of a link or a letter, as pasted. */
export const Code = z.string().overwrite(withoutInvisible).trim().min(1, { error: 'required' }).max(400);

/**
 * 6 to 49 characters, no Cyrillic, no spaces.
 *
 * The specification states two maxima, 20 and "under 50"; the wider holds (docs/rules/auth.md).
 */
export const Password = z
  .string()
  .min(1, { error: 'required' })
  .min(6, { error: 'password_short' })
  .max(49, { error: 'password_long' })
  .regex(/^\P{Script=Cyrillic}*$/u, { error: 'password_cyrillic' })
  .regex(/^\S*$/, { error: 'password_spaces' });

/** A phone as a person types it; the server normalises it to E.164 with the country as a hint. */
export const TypedPhone = z.string().trim().min(1, { error: 'required' }).max(40, { error: 'phone' });

/** The origin of the calling page, e.g. `https://app.example.com`; selects the brand of mails and links. */
export const ClientHost = z.string().max(300).nullish();

/** The caller's own password; empty for a member who signs in with Google alone. */
export const OwnPassword = z.string().max(200);

export const Tokens = z.object({
  /** JWT, at most 10 minutes; carries the role claim. */
  token: z.string(),
  /** Opaque; changes at every refresh. */
  refreshToken: z.string(),
});
export type Tokens = z.infer<typeof Tokens>;

/** The demo is being made for its first visitor, and the part that is being made now. */
export const DemoPreparing = z.object({ isPreparing: z.literal(true), part: z.enum(DEMO_PARTS) });

/** Values of the token's `role` claim, in ascending order of rights. */
export const TokenRole = z.enum(['user', 'admin', 'super_admin']);
export type TokenRole = z.infer<typeof TokenRole>;

/**
 * Wire names are the specification's, section 3 "Current user"; fields after `availableNotificationsCount` are
 * additions.
 */
export const CurrentUser = z.object({
  id: MemberId,
  email: z.string(),
  phoneNumber: z.string().nullable(),
  chatApiInstanceLimit: z.int(),
  isTestUser: z.boolean(),
  /** Kinds of connected booking systems and CRMs. */
  crms: z.array(z.enum(['Altegio', 'Yclients', 'Iiko'])),
  language: Language,
  countryId: z.int(),
  notSendWeeklyYclientsReports: z.boolean(),
  notSendWeeklyIikoReports: z.boolean(),
  /** The message balance, by the specification's name. */
  availableNotificationsCount: z.int(),
  memberRole: MemberRole,
  role: TokenRole,
  isPartner: z.boolean(),
  isEmailConfirmed: z.boolean(),
  timeZone: TimeZone,
  tenantName: z.string(),
  /** Zone of times that belong to no branch. */
  tenantTimeZone: TimeZone,
  /** The abilities that the cabinet's trial or tariffs include now. */
  abilities: z.array(z.enum(ABILITIES)),
  /** When the trial or the paid period ends; null when it never does. */
  paidUntil: Instant.nullable(),
  /** Whether `paidUntil` ends the trial; nothing was paid yet. */
  isTrial: z.boolean(),
  /** Whether the session lacks the second factor: all other calls are refused until one is set up. */
  isSecondFactorMissing: z.boolean(),
  isPhoneConfirmed: z.boolean(),
  /** Whether the deployment sends codes to phones. */
  canConfirmPhone: z.boolean(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const register = endpoint({
  method: 'POST',
  path: '/api/v1/account/register',
  access: 'public',
  summary: 'Creates a cabinet with its owner and starts the trial.',
  takesIdempotencyKey: true,
  ratePerMinute: 60,
  body: z
    .object({
      email: Email,
      password: Password,
      confirmPassword: z.string(),
      phone: TypedPhone,
      utmTag: z.string().max(300).nullish(),
      countryId: z.int().min(0).nullish(),
      clientHost: ClientHost,
      /**
       * Whether the terms were accepted; anything but true is refused. The specification's payload has no such field: a
       * caller
       * that omits it obtains acceptance itself, and none is recorded.
       */
      termsAccepted: z.literal(true, { error: 'terms' }).optional(),
      /** The person's name, where the form has the field. */
      fullName: z.string().trim().max(120, { error: 'too_long' }).nullish(),
      language: Language.optional(),
      timeZone: TimeZone.optional(),
    })
    .refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      error: 'password_mismatch',
    }),
  reply: Tokens,
  problems: ['auth.user_exists'],
});

export const login = endpoint({
  method: 'POST',
  path: '/api/v1/account/login',
  access: 'public',
  summary: 'Signs in with e-mail and password.',
  ratePerMinute: 60,
  body: z.object({
    email: z.string().trim().min(1, { error: 'required' }).max(254),
    password: z.string().min(1, { error: 'required' }).max(200),
  }),
  reply: Tokens,
  problems: ['auth.wrong_credentials', 'auth.too_many_guesses', 'auth.second_factor_required', 'request.too_often'],
});

export const demoLogin = endpoint({
  method: 'POST',
  path: '/api/v1/account/demo',
  access: 'public',
  summary:
    'Signs in to the demo of the brand in a language as one of its people: a salon, or a clinic on MedFlex. While it is being made the reply says so: try again in a second. Not found where the deployment has no demo.',
  ratePerMinute: 120,
  body: z.object({ as: z.enum(DEMO_PEOPLE).default('owner'), language: Language.optional() }),
  reply: z.union([Tokens, DemoPreparing]),
  problems: ['request.not_found'],
});

export const revokeToken = endpoint({
  method: 'POST',
  path: '/api/v1/account/RevokeToken',
  access: 'public',
  summary: 'Ends the session a refresh token belongs to. Answers the same for a token that is not known.',
  body: z.object({ refreshToken: z.string().max(400) }),
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/v1/Account/RefreshToken',
  access: 'public',
  summary: 'Exchanges a refresh token for its successor. A refused token is 400.',
  body: z.object({ refreshToken: z.string().max(400) }),
  reply: Tokens,
  problems: ['auth.refresh_refused'],
});

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/v1/Account/CurrentUser',
  access: 'member',
  isBeforeSecondFactor: true,
  summary: 'The person who is signed in.',
  reply: CurrentUser,
});

export const nearestPaymentEndDate = endpoint({
  method: 'GET',
  path: '/api/v1/Account/NearestPaymentEndDate',
  access: 'member',
  summary: 'When the trial or the paid period that ends soonest runs out.',
  reply: z.object({
    /** Unix seconds, as the specification counts payment dates; null when nothing ends. */
    nearestPaymentEndDateUnixTime: z.int().nullable(),
    isTrial: z.boolean(),
  }),
});

export const externalLoginCallback = endpoint({
  method: 'POST',
  path: '/api/v1/Account/ExternalLoginCallback',
  access: 'public',
  summary: 'Signs in or registers with a Google ID token.',
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  body: z.object({
    provider: z.literal('Google'),
    idToken: z.string().min(1).max(8000),
    clientHost: ClientHost,
    /** The nonce the page put into the request; must equal the token's when given. */
    nonce: z.string().max(200).optional(),
    utmTag: z.string().max(300).nullish(),
    countryId: z.int().min(0).nullish(),
    language: Language.optional(),
    timeZone: TimeZone.optional(),
  }),
  reply: Tokens.extend({ isNewUser: z.boolean() }),
  problems: [
    'auth.google_token_invalid',
    'auth.google_token_expired',
    'auth.google_email_unverified',
    'auth.google_unavailable',
    'auth.second_factor_required',
  ],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/v1/Account/ForgotPassword',
  access: 'public',
  summary: 'Mails a reset link. Answers the same whether or not the e-mail is known.',
  takesIdempotencyKey: true,
  ratePerMinute: 60,
  body: z.object({ email: Email, clientHost: ClientHost }),
});

export const sendLoginLink = endpoint({
  method: 'POST',
  path: '/api/v1/Account/SendLoginLink',
  access: 'public',
  summary: 'Mails a link that signs in, once. Answers the same whether or not the e-mail is known.',
  takesIdempotencyKey: true,
  ratePerMinute: 60,
  body: z.object({ email: Email, clientHost: ClientHost }),
});

export const loginByLink = endpoint({
  method: 'POST',
  path: '/api/v1/Account/LoginByLink',
  access: 'public',
  summary: 'Signs in with the code of a mailed link.',
  ratePerMinute: 60,
  body: z.object({ code: Code }),
  reply: Tokens,
  problems: ['auth.code_invalid', 'auth.second_factor_required'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/v1/Account/ResetPassword',
  access: 'public',
  summary: 'Sets a new password with the code of a reset link and ends all sessions.',
  ratePerMinute: 60,
  body: z.object({ email: Email, code: Code, newPassword: Password }),
  problems: ['auth.code_invalid'],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/v1/Account/ConfirmEmail',
  access: 'public',
  summary: 'Confirms an e-mail with the code of a confirmation link. A second use of the same link is fine.',
  ratePerMinute: 30,
  body: z.object({ userId: z.string().max(100), code: Code }),
  problems: ['auth.code_invalid'],
});

export const sendEmailConfirmation = endpoint({
  method: 'POST',
  path: '/api/v1/Account/SendEmailConfirmation',
  access: 'member',
  summary: 'Mails the confirmation link again.',
  takesIdempotencyKey: true,
  ratePerMinute: 5,
});

export const requestSetUp = endpoint({
  method: 'POST',
  path: '/api/v1/Account/RequestSetUp',
  access: 'member',
  summary: 'Asks the operator to set the cabinet up together with the owner.',
  takesIdempotencyKey: true,
  ratePerMinute: 5,
  body: z.object({ comment: z.string().max(2000).optional() }),
});

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/api/v1/Account/Email',
  access: 'member',
  summary: 'Changes the e-mail; the new one gets a confirmation link.',
  takesIdempotencyKey: true,
  body: z.object({ email: Email, password: z.string().max(200) }),
  problems: ['auth.user_exists', 'auth.password_wrong', 'request.too_often'],
});

export const changePhone = endpoint({
  method: 'PUT',
  path: '/api/v1/Account/Phone',
  access: 'member',
  summary: 'Changes the phone.',
  body: z.object({ phone: TypedPhone }),
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/v1/Account/Password',
  access: 'member',
  summary: 'Changes the password and ends all other sessions.',
  body: z
    .object({
      currentPassword: z.string().max(200),
      newPassword: Password,
      confirmPassword: z.string(),
      refreshToken: z.string().max(400).optional(),
    })
    .refine((body) => body.newPassword === body.confirmPassword, {
      path: ['confirmPassword'],
      error: 'password_mismatch',
    }),
  problems: ['auth.password_wrong', 'request.too_often'],
});

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/v1/Account/Settings',
  access: 'member',
  summary: 'Changes language, time zone, the business name and the weekly report switches.',
  body: z.object({
    language: Language.optional(),
    timeZone: TimeZone.optional(),
    tenantName: z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' }).optional(),
    notSendWeeklyYclientsReports: z.boolean().optional(),
    notSendWeeklyIikoReports: z.boolean().optional(),
  }),
  reply: CurrentUser,
});

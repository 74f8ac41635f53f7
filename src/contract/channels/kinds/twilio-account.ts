import type { CredentialField } from '#contract/connections/credentials.ts';
import type { ChannelTraits, StatusPolls } from '#contract/channels/kind.ts';

/** The fields of a Twilio account; the sender is what each kind sends from. */
export const TWILIO_ACCOUNT_FIELDS = [
  { name: 'accountSid', shape: 'text', label: 'channels:twilio.account_sid', help: 'channels:twilio.account_sid_help' },
  { name: 'authToken', shape: 'secret', label: 'channels:twilio.auth_token', help: 'channels:secret_help' },
] as const satisfies readonly CredentialField[];

/** Twilio posts each status once: one that was lost on its way is requested. The price is known soon after delivery. */
const STATUS_POLLS: StatusPolls = { afterSeconds: [120, 3_600, 86_400], isOnlySource: false };

/** Traits of everything that is sent from a Twilio account. */
export const TWILIO_ACCOUNT_TRAITS = {
  burst: 1,
  perPersonMs: 0,
  reachesPhones: true,
  echoesReference: false,
  settlesWithinMs: 0,
  optOutScope: 'all',
  mailingsPerDay: null,
  warmUp: null,
  statusPolls: STATUS_POLLS,
  // In the currency of the account, mostly dollars.
  lowBalance: 5,
} as const satisfies Partial<ChannelTraits>;

import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';
import { SMS_LIMITS } from '#contract/channels/sms-limits.ts';

/**
 * A sender name at Sigma SMS. Nobody can answer to a name, and statuses are not posted.
 *
 * A login with its password, or a token of the account in place of the password and no login.
 */
export const SIGMA_SMS = {
  connects: 'fields',
  title: { isRequired: false, label: 'channels:sigma.name', help: 'channels:sigma.name_help' },
  fields: [
    {
      name: 'username',
      shape: 'login',
      label: 'channels:sigma.username',
      help: 'channels:sigma.username_help',
      isOptional: true,
    },
    { name: 'password', shape: 'secret', label: 'channels:sigma.password', help: 'channels:sigma.password_help' },
    { name: 'sender', shape: 'sender', label: 'channels:sigma.sender', help: 'channels:sigma.sender_help' },
    { name: 'account', shape: 'text', label: 'channels:sigma.account', help: 'channels:sigma.account', isRead: true },
  ],
  // The same name may belong to several accounts.
  claimedBy: ['account', 'sender'],
  wrongSecret: 'wrong_credentials',
  traits: {
    // No limit is published; ten calls a second are taken.
    perSecond: 9,
    burst: 1,
    perPersonMs: 0,
    windowHours: null,
    reachesPhones: true,
    echoesReference: false,
    settlesWithinMs: 0,
    lastStatus: 'delivered',
    optOutScope: 'all',
    mailingsPerDay: null,
    warmUp: null,
    isMailedByTestUsers: true,
    statusPolls: { afterSeconds: [10, 30, 120, 600, 3_600, 21_600, 86_400], isOnlySource: true },
    // In roubles: some fifty messages.
    lowBalance: 200,
    templates: null,
    ...SMS_LIMITS,
    hasInbound: false,
  },
} as const satisfies ChannelKindDeclaration;

import type { ChannelKindDeclaration } from '#contract/channels/kind.ts';
import { SMS_LIMITS } from '#contract/channels/sms-limits.ts';
import { TWILIO_ACCOUNT_FIELDS, TWILIO_ACCOUNT_TRAITS } from './twilio-account.ts';

/** An SMS number or a messaging service of a Twilio account. */
export const TWILIO_SMS = {
  connects: 'fields',
  title: { isRequired: false, label: 'channels:twilio.name', help: 'channels:twilio.name_help' },
  fields: [
    ...TWILIO_ACCOUNT_FIELDS,
    { name: 'sender', shape: 'sender', label: 'channels:twilio.sender', help: 'channels:twilio.sender_help' },
  ],
  claimedBy: ['accountSid', 'sender'],
  wrongSecret: 'wrong_auth_token',
  traits: {
    ...TWILIO_ACCOUNT_TRAITS,
    // A US long code sends one segment per second and queues the rest for ten hours:
    // https://www.twilio.com/docs/errors/30001
    perSecond: 1,
    windowHours: null,
    lastStatus: 'delivered',
    isMailedByTestUsers: true,
    templates: null,
    ...SMS_LIMITS,
  },
} as const satisfies ChannelKindDeclaration;

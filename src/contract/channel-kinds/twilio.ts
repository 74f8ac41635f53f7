import type { ChannelKindDeclaration } from '#contract/channel-kind.ts';
import { SMS_LIMITS } from '#contract/sms.ts';

/** An SMS number or a messaging service of a Twilio account. */
export const TWILIO_SMS = {
  title: { isRequired: false, label: 'channels:twilio.name', help: 'channels:twilio.name_help' },
  fields: [
    {
      name: 'accountSid',
      shape: 'text',
      label: 'channels:twilio.account_sid',
      help: 'channels:twilio.account_sid_help',
    },
    { name: 'authToken', shape: 'secret', label: 'channels:twilio.auth_token', help: 'channels:secret_help' },
    { name: 'sender', shape: 'sender', label: 'channels:twilio.sender', help: 'channels:twilio.sender_help' },
  ],
  claimedBy: ['accountSid', 'sender'],
  wrongSecret: 'wrong_credentials',
  traits: {
    // A US long code sends one segment per second and queues the rest for ten hours:
    // https://www.twilio.com/docs/errors/30001
    perSecond: 1,
    burst: 1,
    perPersonMs: 0,
    windowHours: null,
    reachesPhones: true,
    echoesReference: false,
    settlesWithinMs: 0,
    lastStatus: 'delivered',
    optOutScope: 'all',
    ...SMS_LIMITS,
  },
} as const satisfies ChannelKindDeclaration;

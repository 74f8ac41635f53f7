import { z } from 'zod';
import { ConversationId } from '#contract/conversations/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { optedIn, optedOut } from '#server/contacts/jobs.ts';
import { contactUnknown, phoneShared } from '#server/conversations/jobs.ts';
import { defineSubscriber } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** A conversation with a contact of unknown phone started: the bot asks for the phone. */
export const requestPhoneJob = defineSubscriber({ name: 'chatbots.request-phone', on: [contactUnknown] });

/** A contact shared their phone: the bot thanks for it. */
export const thankForPhoneJob = defineSubscriber({ name: 'chatbots.thank-for-phone', on: [phoneShared] });

/** A contact opted out or back in by a message: the bot confirms it once. */
export const acknowledgeJob = defineSubscriber({ name: 'chatbots.acknowledge', on: [optedOut, optedIn] });

/** Goes on with a bot after its pause. `run`: the state of the conversation that it belongs to. */
export const continueScriptJob = defineJob({
  name: 'chatbots.continue-script',
  payload: z.object({ tenantId: TenantId, conversationId: ConversationId, run: z.int() }),
  queue: ({ conversationId }) => conversationId,
  key: ({ conversationId, run }) => `script:${conversationId}:${run}`,
});

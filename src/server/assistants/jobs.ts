import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import { AssistantRunId } from '#contract/assistants/runs.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Sums up the night of an assistant for its owner, where one has just ended. */
export const sumUpNightJob = defineJob({
  name: 'assistants.sum-up-night',
  payload: z.object({ tenantId: TenantId, assistantId: AssistantId }),
  key: ({ assistantId }) => `night:${assistantId}`,
});

/** Writes to a client who is silent after an answer. A later answer replaces it. */
export const followUpJob = defineJob({
  name: 'assistants.follow-up',
  payload: z.object({
    tenantId: TenantId,
    conversationId: ConversationId,
    assistantId: AssistantId,
    /** When the assistant last answered; another answer since then has follow-ups of its own. */
    answeredAt: z.iso.datetime(),
    step: z.int(),
  }),
  key: ({ conversationId }) => `follow-up:${conversationId}`,
  priority: 2,
});

/** Holds the next talk of a run of cases. */
export const runCasesJob = defineJob({
  name: 'assistants.run-cases',
  payload: z.object({ tenantId: TenantId, runId: AssistantRunId, queue: z.int() }),
  queue: ({ tenantId, queue }) => `cases:${tenantId}:${queue}`,
  key: ({ runId, queue }) => `cases:${runId}:${queue}`,
  priority: 4,
});

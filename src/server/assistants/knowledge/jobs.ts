import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import { KnowledgeSourceId } from '#contract/assistants/knowledge.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Reads a source, or continues to read a site. A tenant's sources are read one after another. */
export const readSourceJob = defineJob({
  name: 'assistants.read-source',
  payload: z.object({ tenantId: TenantId, sourceId: KnowledgeSourceId, reading: z.int() }),
  queue: ({ tenantId }) => `knowledge:${tenantId}`,
  key: ({ sourceId }) => `knowledge:${sourceId}`,
  priority: 3,
});

/** Has the meanings of an assistant's passages computed that have none of the current model. */
export const embedPassagesJob = defineJob({
  name: 'assistants.embed-passages',
  payload: z.object({ tenantId: TenantId, assistantId: AssistantId }),
  queue: ({ tenantId }) => `embedding:${tenantId}`,
  key: ({ assistantId }) => `embedding:${assistantId}`,
  priority: 5,
  maxAttempts: 8,
});

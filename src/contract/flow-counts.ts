import { z } from 'zod';

/** Counts of a flow's messages by outcome. */
export const FlowCounts = z.object({
  planned: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  replied: z.int(),
  failed: z.int(),
  skipped: z.int(),
});

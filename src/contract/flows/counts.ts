import { z } from 'zod';

/** Counts of a flow's messages by outcome. */
export const FlowCounts = z.object({
  planned: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  replied: z.int(),
  /** A link of the message was followed; only known where links are shortened. */
  clicked: z.int(),
  failed: z.int(),
  skipped: z.int(),
});

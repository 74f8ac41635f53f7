import { z } from 'zod';
import { ConnectionKind } from './connections.ts';
import { endpoint } from './endpoint.ts';

/** What conditions of flows choose from, beside branches, masters and services; see `listVisitOptions`. */
export const listFlowChoices = endpoint({
  method: 'GET',
  path: '/api/v1/flows/choices',
  access: 'member',
  summary: 'Customer categories, names of posted events and connected systems that conditions choose from.',
  reply: z.object({
    /** As the booking systems call them, by the alphabet; at most 200. */
    customerCategories: z.array(z.string()),
    /** As programs of the business posted them. */
    eventNames: z.array(z.string()),
    /** What events were posted with lately: a text may name it like a variable. */
    eventProperties: z.array(z.object({ eventName: z.string(), properties: z.array(z.string()) })),
    /** ISO 4217; sums in conditions are in it. */
    currency: z.string(),
    /** Systems the cabinet is connected to. */
    connectedKinds: z.array(ConnectionKind),
  }),
});

import { z } from 'zod';
import { FLOW_TO_FILL } from './flow-words.ts';

/** What a flow from another cabinet was bound to there. */
export const FlowToFill = z.enum(FLOW_TO_FILL);
export type FlowToFill = z.infer<typeof FlowToFill>;

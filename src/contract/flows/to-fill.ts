import { z } from 'zod';
import { FLOW_TO_FILL } from './values.ts';

/** A setting that a flow from another cabinet had bound there. */
export const FlowToFill = z.enum(FLOW_TO_FILL);
export type FlowToFill = z.infer<typeof FlowToFill>;

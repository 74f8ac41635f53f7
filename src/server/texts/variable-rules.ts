import type { FlowVariable } from '#contract/flows.ts';

/** The values of variables in one language, as the sender of a text supplies them; empty where nothing is known. */
export type VariableValues = {
  of(variable: FlowVariable): string;
  /** The value of a property that an event of the API carries under a name of its own. */
  property(name: string): string;
};

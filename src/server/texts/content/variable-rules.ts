import type { TextVariable } from '#contract/texts/calls.ts';

/** The values of variables in one language, supplied by the sender of a text; empty where unknown. */
export type VariableValues = {
  of(variable: TextVariable): string;
  /** The value of a custom property of an API event. */
  property(name: string): string;
};

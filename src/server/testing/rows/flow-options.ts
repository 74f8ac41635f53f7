import { FlowOptions, type GivenFlowOptions } from '#contract/flows/options.ts';
import type { FlowSettings } from '#contract/flows/calls.ts';

/** Settings with other options. @throws {z.ZodError} for an option that the flow's kind does not have */
export function withOptions(settings: FlowSettings, change: GivenFlowOptions): FlowSettings {
  return { ...settings, options: FlowOptions.parse({ ...settings.options, ...change }) };
}

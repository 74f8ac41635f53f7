import { z } from 'zod';
import { FLOW_KIND_NAMES, type FLOW_KINDS, flowKind, type FlowKindName } from './kinds.ts';
import { FLOW_OPTION_VALUES, type FlowOptionName, type FlowOptionValues } from './option-values.ts';

/** The options of a kind; those of other kinds are absent. */
export type FlowOptionsOf<Kind extends FlowKindName> = Kind extends FlowKindName // NOTE: true; distributes over a union of kinds
  ? { [Name in OwnName<Kind>]: FlowOptionValues[Name] } & {
      [Name in Exclude<FlowOptionName, OwnName<Kind>>]?: undefined;
    }
  : never;

type OwnName<Kind extends FlowKindName> = keyof (typeof FLOW_KINDS)[Kind]['options'] & FlowOptionName;

/** Names of the options that a kind declares. */
export const optionNamesOf = (kind: FlowKindName) => Object.keys(flowKind(kind).options) as FlowOptionName[]; // NOTE: `keys` loses the key type

function schemaOf<Kind extends FlowKindName>(kind: Kind): z.ZodType<FlowOptionsOf<Kind>> {
  const own = Object.fromEntries(optionNamesOf(kind).map((name) => [name, FLOW_OPTION_VALUES[name]]));
  return z.strictObject(own) as unknown as z.ZodType<FlowOptionsOf<Kind>>; // NOTE: `fromEntries` loses the names
}

/** The options of a flow: exactly those that its kind declares. */
export type FlowOptions = FlowOptionsOf<FlowKindName>;

// NOTE: kinds with the same options share a shape.
const kindByShape = new Map(FLOW_KIND_NAMES.map((kind) => [optionNamesOf(kind).toSorted().join(), kind]));
export const FlowOptions: z.ZodType<FlowOptions> = z.union([...kindByShape.values()].map((kind) => schemaOf(kind)));

/** Options in a request. Only those of the flow's kind are accepted; absent ones have the kind's defaults. */
export const GivenFlowOptions = z
  .strictObject(FLOW_OPTION_VALUES, { error: ({ code }) => (code === 'unrecognized_keys' ? 'not_offered' : undefined) })
  .partial();
export type GivenFlowOptions = z.infer<typeof GivenFlowOptions>;

/** Returns a flow's options by its kind and those that were given. @throws {z.ZodError} for an option of another kind */
export function optionsOf<Kind extends FlowKindName>(kind: Kind, given: GivenFlowOptions = {}): FlowOptionsOf<Kind> {
  return schemaOf(kind).parse({ ...flowKind(kind).options, ...given });
}

/** Returns the names of given options that the kind does not have. */
export function foreignOptions(kind: FlowKindName, given: GivenFlowOptions): string[] {
  const own: readonly string[] = optionNamesOf(kind);
  return Object.keys(given).filter((name) => !own.includes(name));
}

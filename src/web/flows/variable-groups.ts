import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowKind, FlowVariable } from '#contract/flows.ts';

const GROUPS = {
  client: ['clientName', 'visitsCount', 'spentSum'],
  visit: [
    'recordDate',
    'recordTime',
    'recordWeekday',
    'oldRecordDate',
    'oldRecordTime',
    'masterName',
    'serviceTitle',
    'offerTitle',
    'orderSum',
  ],
  business: ['businessName', 'branchTitle', 'branchAddress', 'branchPhone'],
  links: ['recordForm', 'ignoreLink'],
} as const satisfies Record<string, readonly string[]>;

export type VariableGroup = { key: keyof typeof GROUPS | 'more'; variables: FlowVariable[] };

/** Variables by what they are about, in the order they are offered; empty groups are left out. */
export function groupVariables(offered: readonly FlowVariable[]): VariableGroup[] {
  const keys: VariableGroup['key'][] = ['client', 'visit', 'more', 'business', 'links'];
  return keys
    .map((key) => ({ key, variables: offered.filter((variable) => groupOf(variable) === key) }))
    .filter(({ variables }) => variables.length > 0);
}

function groupOf(variable: FlowVariable): VariableGroup['key'] {
  const found = Object.entries(GROUPS).find(([, names]) => (names as readonly string[]).includes(variable));
  return (found?.[0] as VariableGroup['key'] | undefined) ?? 'more'; // NOTE: the keys of the table
}

/** The variables that can have a value in messages of a kind. */
export function offeredVariables(kind: FlowKind): readonly FlowVariable[] {
  return FLOW_CATALOGUE[kind].variables;
}

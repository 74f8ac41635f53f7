import { useState } from 'react';
import type { ConditionField } from '#contract/flow-kind-entry.ts';

type Begun = { group: number; field: ConditionField };

/** Added conditions without a value: they are not saved until they have one. */
export function useBegun() {
  const [begun, setBegun] = useState<readonly Begun[]>([]);
  return {
    begun,
    begin: (group: number, field: ConditionField) => setBegun((known) => [...known, { group, field }]),
    forget: (group: number, field: ConditionField) =>
      setBegun((known) => known.filter((one) => one.group !== group || one.field !== field)),
    /** Removes a group with its unfinished conditions; later groups move up. */
    forgetGroup: (group: number) =>
      setBegun((known) =>
        known.flatMap((one) => {
          if (one.group === group) return [];
          return one.group > group ? { ...one, group: one.group - 1 } : one;
        }),
      ),
  };
}

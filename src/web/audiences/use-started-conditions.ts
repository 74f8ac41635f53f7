import { useState } from 'react';
import type { ConditionField } from '#contract/audiences/values.ts';

type StartedCondition = { group: number; field: ConditionField };

/** Added conditions without a value: they are not saved until they have one. */
export function useStartedConditions() {
  const [started, setStarted] = useState<readonly StartedCondition[]>([]);
  return {
    started,
    begin: (group: number, field: ConditionField) => setStarted((known) => [...known, { group, field }]),
    forget: (group: number, field: ConditionField) =>
      setStarted((known) => known.filter((one) => one.group !== group || one.field !== field)),
    /** Removes a group with its unfinished conditions; later groups move up. */
    forgetGroup: (group: number) =>
      setStarted((known) =>
        known.flatMap((one) => {
          if (one.group === group) return [];
          return one.group > group ? { ...one, group: one.group - 1 } : one;
        }),
      ),
  };
}

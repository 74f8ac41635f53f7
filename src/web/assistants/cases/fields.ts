import type { CaseSettings } from '#contract/assistants/cases.ts';

/** Properties of the parts of the form of a case. Paths of errors begin with `settings.`. */
export type CaseFieldsProps = {
  settings: CaseSettings;
  change: (change: Partial<CaseSettings>) => void;
  errorOf: (path: string) => string | undefined;
};

/** A list with one element replaced. */
export const replaced = <One>(list: readonly One[], at: number, one: One): One[] =>
  list.map((other, index) => (index === at ? one : other));

/** A list without one element. */
export const without = <One>(list: readonly One[], at: number): One[] => list.filter((_one, index) => index !== at);

/** A number of days as it is typed; null: none. */
export function daysIn(typed: string): number | null {
  const digits = typed.replaceAll(/\D/gu, '').slice(0, 2);
  return digits === '' ? null : Number(digits);
}

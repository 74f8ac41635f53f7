import { TEXT_VARIABLES } from '#contract/texts/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { VariableNames } from './variable-names.ts';

/** The variables' names in the language of the moment. */
export function useVariableNames(): VariableNames {
  const t = useTexts();
  const names = TEXT_VARIABLES.map((name) => [name, t(`texts:variables.${name}`)]);
  return Object.fromEntries(names) as VariableNames; // NOTE: every variable is among the options
}

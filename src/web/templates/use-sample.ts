import { TEXT_VARIABLES } from '#contract/texts/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Returns a function that gives an example of a variable's value. */
export function useSample(): (name: string) => string {
  const t = useTexts();
  return (name) => {
    const known = wordIn(TEXT_VARIABLES, name);
    return known ? t(`templates:sample.${known}`) : name;
  };
}

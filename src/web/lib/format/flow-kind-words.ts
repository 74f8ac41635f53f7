import { FLOW_KIND_NAMES } from '#contract/flows/kinds.ts';
import { type Text, useTexts } from './i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';

/** The title of a flow kind; an unknown kind is shown by its code. */
export function kindWord(kind: string, t: Text): string {
  const known = wordIn(FLOW_KIND_NAMES, kind);
  return known ? t(`flows:list.kind.${known}`) : kind.replaceAll('_', ' ');
}

/** Returns a function that gives the title of a flow kind. */
export function useKindWords(): (kind: string) => string {
  const t = useTexts();
  return (kind) => kindWord(kind, t);
}

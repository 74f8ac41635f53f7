import { useTexts } from '#web/lib/format/i18n.ts';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import type { Filter } from '#web/ui/lists/ListTools.tsx';
import { useTagChoices } from './use-tags.ts';

/** The filter by tag, where there are tags. */
export function useTagFilter(tag: string | undefined, onChange: (tag: string | undefined) => void): Filter[] {
  const t = useTexts();
  const tags = useTagChoices();
  if (tags.length === 0 && !tag) return [];
  const choices = [...new Set([...tags, ...(tag ? [tag] : [])])];
  const filter = choiceFilter({
    label: t('contacts:list.tag_label'),
    value: tag,
    any: t('contacts:list.tag_any'),
    options: choices.map((one) => ({ value: one, label: one })),
    onChange: (value) => onChange(value || undefined),
  });
  return [filter];
}

import { TagsInput } from '@mantine/core';
import type { ReviewWidgetSettings } from '#contract/reviews/widgets.ts';
import { HINTS, LONGEST_HINT, MAX_HINTS, REVIEW_CLASSES } from '#contract/reviews/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useHintName } from './use-hint-name.ts';

type Hints = ReviewWidgetSettings['hints'];

type Props = { hints: Hints; onChange: (hints: Hints) => void };

/** The hints of each class of ratings: ours, which every contact reads in their language, or the owner's words. */
export function HintFields({ hints, onChange }: Props) {
  const t = useTexts();
  const hintName = useHintName();
  const keyOf = (name: string) => HINTS.find((hint) => hintName(hint) === name) ?? name.slice(0, LONGEST_HINT);
  return REVIEW_CLASSES.map((name) => (
    <TagsInput
      key={name}
      label={t(`reviews:settings.hints.${name}`)}
      placeholder={hints[name].length === 0 ? t('reviews:settings.hints.add') : ''}
      data={HINTS.map(hintName)}
      maxTags={MAX_HINTS}
      splitChars={[',']}
      value={hints[name].map(hintName)}
      onChange={(names) => onChange({ ...hints, [name]: names.map(keyOf) })}
    />
  ));
}

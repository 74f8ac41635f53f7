import { Text, VisuallyHidden } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './flows.module.css';
import type { Missing } from './missing.ts';

/** How much a step lacks, beside its name. */
export function MissingCount({ count }: { count: number }) {
  const t = useTexts();
  if (count === 0) return null;
  return (
    <span className={classes.missing}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{t('message.missing_count', { count })}</VisuallyHidden>
    </span>
  );
}

/** What the step that is open lacks, in words. */
export function MissingHere({ missing }: { missing: readonly Missing[] }) {
  const t = useTexts();
  if (missing.length === 0) return null;
  const what = missing.map(({ lack }) => t(`message.missing.${lack}`)).join(', ');
  return (
    <Text size="sm" c="attention" role="status">
      {t('message.missing_title', { what })}
    </Text>
  );
}

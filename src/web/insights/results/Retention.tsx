import { NativeSelect } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import classes from '#web/insights/insights.module.css';
import { useRetention, useSetRetention } from '#web/insights/skips/use-skips.ts';

/** Offered months; any other stored number is shown too. */
const CHOICES = [3, 6, 13, 24, 36];

/** Retention of verdicts, which the owner may change. */
export function Retention() {
  const t = useTexts();
  const retention = useRetention();
  const save = useSetRetention();
  const { memberRole } = useCurrentUser();
  if (!retention.data) return null;
  const { months } = retention.data;
  const choices = [...new Set([...CHOICES, months])].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      className={classes.keeping}
      label={t('insights:skips.keep')}
      description={t('insights:skips.keep_help')}
      disabled={memberRole !== 'owner' || save.isPending}
      value={String(save.isPending ? save.variables : months)}
      data={choices.map((count) => ({ value: String(count), label: t('insights:skips.keep_months', { count }) }))}
      onChange={({ currentTarget }) => save.mutate(Number(currentTarget.value))}
    />
  );
}

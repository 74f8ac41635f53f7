import { Text } from '@mantine/core';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Props = { asOf: string; /** Clients whose changes are being counted. */ waiting: number };

/** States how recent the figures are. */
export function Freshness({ asOf, waiting }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {[
        t('insights:cohorts.as_of', { time: format.dateTime(asOf) }),
        waiting > 0 && t('insights:cohorts.waiting', { count: waiting }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  );
}

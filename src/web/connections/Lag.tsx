import { Text } from '@mantine/core';
import type { Branch } from '#contract/connections.ts';
import { productNow } from '#web/lib/clock.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';

/** A branch is polled every ten minutes; after this time two polls were missed. */
const LATE_MINUTES = 20;
const HOUR = 60;
const DAY = 24 * HOUR;

/** How far behind the outside system our reading is. */
export function Lag({ branch: { changedUntil, isActive } }: { branch: Branch }) {
  const t = useTexts();
  const format = useFormat();
  if (!isActive) return t('connections:lag_off');
  if (changedUntil === null) return t('connections:lag_first');
  const minutes = Math.max(0, Math.round((productNow() - Date.parse(changedUntil)) / 60_000));
  if (minutes === 0) return t('connections:lag_none');
  const [count, unit] = inUnits(minutes);
  const text = format.number(count, { style: 'unit', unit, unitDisplay: 'long' });
  return minutes > LATE_MINUTES ? (
    <Text span inherit c="bad" fw={600}>
      {text}
    </Text>
  ) : (
    text
  );
}

function inUnits(minutes: number): [number, 'minute' | 'hour' | 'day'] {
  if (minutes < HOUR) return [minutes, 'minute'];
  return minutes < DAY ? [Math.round(minutes / HOUR), 'hour'] : [Math.round(minutes / DAY), 'day'];
}

import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './delivery.module.css';

/** Names of compared values that have words; others are for engineers and are left out. */
const NAMES = [
  'wantedAt',
  'knownAt',
  'startsAt',
  'from',
  'to',
  'shiftMinutes',
  'minShiftMinutes',
  'branch',
  'services',
  'master',
  'status',
  'wanted',
  'channel',
  'tried',
  'localTime',
  'quietFromHour',
  'quietToHour',
  'timeZone',
  'until',
  'heldUntil',
  'useBy',
  'sent',
  'limit',
  'days',
] as const;

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The values a rule compared, in words. */
export function Compared({ values, timeZone }: { values: Record<string, unknown>; timeZone: string }) {
  const t = useTexts();
  const format = useFormat();
  const shown = NAMES.filter((name) => isShowable(values[name]));
  if (shown.length === 0) return null;

  const write = (value: unknown): string => {
    if (typeof value === 'number') return format.number(value);
    const text = String(value);
    return INSTANT.test(text) ? format.dateTime(text, timeZone) : text;
  };
  return (
    <dl className={classes.compared}>
      {shown.map((name) => (
        <div key={name}>
          <dt>{t(`delivery.compared.${name}`)}</dt>
          <dd>{write(values[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function isShowable(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object';
}

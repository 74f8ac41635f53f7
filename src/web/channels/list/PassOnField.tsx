import { Select } from '@mantine/core';
import { PASS_ON_MINUTES } from '#contract/channels/cascade-values.ts';
import type { OwnPassOn } from '#contract/channels/cascade.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCascade } from '#web/channels/use-cascade.ts';

const OWN = [0, ...PASS_ON_MINUTES] as const;
const AS_CABINET = 'cabinet';

type Props = { value: OwnPassOn; onChange: (value: OwnPassOn) => void };

/** A sender's own time until the next channel. */
export function PassOnField({ value, onChange }: Props) {
  const t = useTexts();
  const cascade = useCascade();
  const wordOf = (minutes: number) => {
    const known = PASS_ON_MINUTES.find((one) => one === minutes);
    return known ? t(`cascade:in_${known}`) : t('cascade:never');
  };
  const asCabinet = cascade.data
    ? t('cascade:as_cabinet_now', { time: wordOf(cascade.data.passOnMinutes ?? 0) })
    : t('cascade:as_cabinet');
  return (
    <Select
      label={t('cascade:after')}
      description={t('cascade:own_help')}
      allowDeselect={false}
      data={[
        { value: AS_CABINET, label: asCabinet },
        ...OWN.map((minutes) => ({ value: String(minutes), label: wordOf(minutes) })),
      ]}
      value={value === null ? AS_CABINET : String(value)}
      onChange={(chosen) => onChange(OWN.find((minutes) => String(minutes) === chosen) ?? null)}
    />
  );
}

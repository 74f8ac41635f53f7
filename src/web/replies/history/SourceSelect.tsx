import { NativeSelect } from '@mantine/core';
import { PASTED_SOURCES, type PastedSource } from '#contract/replies/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Props = { label: string; value: PastedSource; onChange: (source: PastedSource) => void };

/** A platform. */
export function SourceSelect({ label, value, onChange }: Props) {
  const t = useTexts();
  return (
    <NativeSelect
      label={label}
      value={value}
      data={PASTED_SOURCES.map((one) => ({ value: one, label: t(`replies:source.${one}`) }))}
      onChange={({ currentTarget }) => onChange(wordIn(PASTED_SOURCES, currentTarget.value) ?? 'other')}
    />
  );
}

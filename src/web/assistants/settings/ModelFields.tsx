import { Radio, Select, Stack } from '@mantine/core';
import { MODEL_CHOICES, type ModelChoice } from '#contract/models/values.ts';
import { useDollars, useModels } from '#web/assistants/use-models.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { FieldsProps } from './fields.ts';

/** The model with its price, and how freely it chooses words. */
export function ModelFields({ settings, change, errorOf }: FieldsProps) {
  const t = useTexts();
  const models = useModels();
  const offered = models.data?.models ?? [];
  const choices = MODEL_CHOICES.filter((one) => one === settings.model || offered.some(({ choice }) => choice === one));
  return (
    <>
      <Radio.Group
        label={t('assistants:model.label')}
        description={models.data?.isSimulated ? t('assistants:model.simulated') : undefined}
        value={settings.model}
        error={errorOf('settings.model')}
        onChange={(value) => change({ model: wordIn(MODEL_CHOICES, value) ?? settings.model })}
      >
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`assistants:model.${choice}.name`)}
              description={<ModelWords choice={choice} models={models} />}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TemperatureField value={settings.temperature} onChange={(temperature) => change({ temperature })} />
    </>
  );
}

/** For what a model is, and what 100 dialogues with it cost. */
function ModelWords({ choice, models }: { choice: ModelChoice; models: ReturnType<typeof useModels> }) {
  const t = useTexts();
  const dollars = useDollars();
  const price = models.data?.models.find((one) => one.choice === choice)?.pricePer100Dialogues;
  const missing = models.data ? t('assistants:model.not_offered') : '';
  const cost = price === undefined ? missing : t('assistants:model.price', { sum: dollars(price) });
  return [t(`assistants:model.${choice}.what`), cost].filter(Boolean).join(' ');
}

/** Temperatures by how they are named. */
const TEMPERATURES = { exact: 0, even: 0.3, free: 0.8 } as const;
const WORDS = ['exact', 'even', 'free'] as const;

function TemperatureField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const t = useTexts();
  const word = wordOf(value);
  return (
    <Select
      label={t('assistants:temperature.label')}
      description={t(`assistants:temperature.${word}_help`)}
      inputWrapperOrder={['label', 'input', 'description']}
      allowDeselect={false}
      data={WORDS.map((one) => ({ value: one, label: t(`assistants:temperature.${one}`) }))}
      value={word}
      onChange={(chosen) => onChange(TEMPERATURES[wordIn(WORDS, chosen) ?? word])}
    />
  );
}

function wordOf(temperature: number): (typeof WORDS)[number] {
  if (temperature <= 0.2) return 'exact';
  return temperature <= 0.6 ? 'even' : 'free';
}

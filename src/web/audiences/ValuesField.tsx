import { Button, Chip, Group, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { ListCondition } from './condition-sentence.ts';
import type { ConditionChoices, Option } from './use-condition-choices.ts';

// Both come with the first condition that needs them.
const ManySelect = lazy(async () => ({ default: (await import('#web/ui/fields/ManySelect.tsx')).ManySelect }));
const TagsField = lazy(async () => ({ default: (await import('#web/ui/fields/TagsField.tsx')).TagsField }));

/** Fields with a few values are chosen among chips; all others from a list that is searched. */
const IN_CHIPS: ReadonlySet<string> = new Set([
  'visit_status',
  'source',
  'weekday',
  'change',
  'order_status',
  'delivery_kind',
  'language',
  'reached_by',
  'consent',
  'birth_month',
] satisfies ListCondition['field'][]);

type Props = {
  field: ListCondition['field'];
  label: string;
  values: string[];
  choices: ConditionChoices;
  onChange: (values: string[]) => void;
};

/** Values of a condition. Chosen things that are there no more keep a place, so that they can be seen and taken out. */
export function ValuesField({ field, label, values, choices, onChange }: Props) {
  const t = useTexts();
  const known = choices.optionsOf(field);
  const gone = choices.isKnown ? values.filter((value) => !known.some((option) => option.value === value)) : [];
  const options = [...known, ...gone.map((value) => ({ value, label: choices.nameOf(field, value) }))];
  if (IN_CHIPS.has(field)) {
    return (
      <Chip.Group multiple value={values} onChange={(chosen) => onChange(inOrder(options, chosen))}>
        <Group gap={6} role="group" aria-label={label}>
          {options.map((option) => (
            <Chip key={option.value} value={option.value}>
              {option.label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    );
  }
  if (field === 'event_name') {
    return (
      <Suspense fallback={<Skeleton height={42} />}>
        <TagsField
          label=""
          placeholder={t('audiences:type_name')}
          description={options.length === 0 ? t('audiences:nothing_known') : undefined}
          data={options.map(({ value }) => value)}
          value={values}
          onChange={onChange}
        />
      </Suspense>
    );
  }
  if (options.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('audiences:nothing_known')}
      </Text>
    );
  }
  return (
    <>
      <Suspense fallback={<Skeleton height={42} />}>
        <ManySelect label="" placeholder={t('audiences:choose')} data={options} value={values} onChange={onChange} />
      </Suspense>
      {gone.length > 0 && (
        <div>
          <Text size="sm" c="attention">
            {gone.map((value) => choices.nameOf(field, value)).join(', ')}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            ml={-8}
            onClick={() => onChange(values.filter((value) => !gone.includes(value)))}
          >
            {t('audiences:drop_gone')}
          </Button>
        </div>
      )}
    </>
  );
}

function inOrder(options: readonly Option[], chosen: readonly string[]): string[] {
  return options.flatMap(({ value }) => (chosen.includes(value) ? value : []));
}

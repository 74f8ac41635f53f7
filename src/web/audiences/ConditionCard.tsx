import { CloseButton, Text } from '@mantine/core';
import type { ConditionField } from '#contract/audiences/values.ts';
import type { FlowCondition } from '#contract/audiences/calls.ts';
import { CHOICE_VALUES, LIST_FIELDS, RANGE_FIELDS } from '#contract/audiences/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { conditionWord } from '#web/lib/format/condition-words.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import type { ListCondition } from './condition-sentence.ts';
import classes from './conditions.module.css';
import { RangeField } from './RangeField.tsx';
import { endsOf, withEnds } from './range-limits.ts';
import type { ConditionChoices } from './use-condition-choices.ts';
import { ValuesField } from './ValuesField.tsx';

const SIDES = ['is', 'not'] as const;

type Props = {
  field: ConditionField;
  /** Null: asked for, without a value yet. */
  condition: FlowCondition | null;
  /** Whether the kind of flow asks it. */
  isOffered: boolean;
  choices: ConditionChoices;
  error: string | undefined;
  /** Null takes it out. */
  onChange: (condition: FlowCondition | null) => void;
  /** Its last value was taken out. */
  onEmpty?: () => void;
};

/** One question and what answers it. */
export function ConditionCard({ field, condition, isOffered, choices, error, onChange, onEmpty }: Props) {
  const t = useTexts();
  const label = t(`audiences:field.${field}`, { currency: choices.currency });
  return (
    <div className={classes.condition} role="group" aria-label={label}>
      <div className={classes.head}>
        <Text fw={550}>{label}</Text>
        <CloseButton aria-label={t('audiences:remove', { what: label })} onClick={() => onChange(null)} />
      </div>
      {(field === 'spent' || field === 'visits_count') && (
        <Text size="sm" c="dimmed" mb="xs">
          {t(`audiences:counted.${field}`)}
        </Text>
      )}
      {isOffered ? (
        <Answer {...{ field, condition, choices, error, onChange, onEmpty, label }} />
      ) : (
        <Text size="sm" c="attention">
          {t('audiences:not_offered')}
        </Text>
      )}
    </div>
  );
}

function Answer({
  field,
  condition,
  choices,
  error,
  onChange,
  onEmpty,
  label,
}: Omit<Props, 'isOffered'> & { label: string }) {
  const t = useTexts();
  const list = wordIn(LIST_FIELDS, field);
  const range = wordIn(RANGE_FIELDS, field);
  if (list) {
    const known: ListCondition =
      condition && 'values' in condition ? condition : { field: list, isNot: false, values: [] };
    return <ListAnswer {...{ condition: known, choices, error, onChange, onEmpty, label }} />;
  }
  if (range && condition && 'from' in condition) {
    return (
      <RangeField
        field={range}
        ends={endsOf(condition)}
        error={error}
        onChange={(ends) => onChange(withEnds(range, ends))}
      />
    );
  }
  if (!condition || !('value' in condition)) return null;
  return (
    <ChoiceBar
      label={label}
      value={condition.value}
      options={CHOICE_VALUES[condition.field].map((value) => ({
        value,
        label: conditionWord(condition.field, value, t),
      }))}
      onChange={(value) => onChange({ ...condition, value } as FlowCondition)} // NOTE: the values are those of the field
    />
  );
}

type ListProps = Pick<Props, 'choices' | 'error' | 'onChange' | 'onEmpty'> & {
  condition: ListCondition;
  label: string;
};

/** Values of a list, and which side of them is meant. Without a value it is no condition. */
function ListAnswer({ condition, choices, error, onChange, onEmpty, label }: ListProps) {
  const t = useTexts();
  const { field, isNot, values } = condition;
  return (
    <>
      <ValuesField
        field={field}
        label={label}
        values={values}
        choices={choices}
        onChange={(next) => (next.length > 0 ? onChange({ ...condition, values: next }) : onEmpty?.())}
      />
      {values.length > 0 && (
        <ChoiceBar
          isNarrow
          label={t('audiences:side_label', { what: label })}
          value={isNot ? 'not' : 'is'}
          options={SIDES.map((side) => ({ value: side, label: t(`audiences:side.${side}`) }))}
          onChange={(side) => onChange({ ...condition, isNot: side === 'not' })}
        />
      )}
      {error && (
        <Text size="sm" c="bad" role="alert">
          {error}
        </Text>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ConditionField } from '#contract/audiences/values.ts';
import type { FlowCondition, FlowConditions } from '#contract/audiences/calls.ts';
import { MAX_CONDITIONS } from '#contract/audiences/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { AddCondition } from './AddCondition.tsx';
import { ConditionCard } from './ConditionCard.tsx';
import classes from './conditions.module.css';
import type { ConditionChoices } from './use-condition-choices.ts';

type Group = FlowConditions['groups'][number];
const MATCHES = ['all', 'any'] as const;
/** Parts of a condition in which something may be wrong. */
const ANSWERS = ['values', 'value', 'from', 'to'] as const;

type Props = {
  group: Group;
  /** Path of the group in the form. */
  path: string;
  /** Where there is more than one. */
  title: string | undefined;
  /** Asked for, without a value yet. */
  started: readonly ConditionField[];
  offered: readonly ConditionField[];
  choices: ConditionChoices;
  /** The first error at a path of the form, in words. */
  errorOf: (path: string) => string | undefined;
  /** `emptied`: the question whose last value was taken out. */
  onChange: (group: Group, emptied?: ConditionField) => void;
  onAdd: (field: ConditionField) => void;
  onForget: (field: ConditionField) => void;
};

/** Conditions of which all must hold, or one. */
export function ConditionGroup(props: Props) {
  const { group, path, title, started, offered, choices, errorOf, onChange, onAdd, onForget } = props;
  const t = useTexts();
  const { conditions, match } = group;
  const usedFields: readonly string[] = [...conditions.map(({ field }) => field), ...started];
  const left = offered.filter((field) => !usedFields.includes(field));
  const questions = [...conditions, ...started].map((one, index) => questionOf(one, index, conditions));
  const errorIn = (index: number) =>
    ANSWERS.map((part) => errorOf(`${path}.conditions.${index}.${part}`)).find(Boolean);
  const put = (index: number, condition: FlowCondition | null) =>
    onChange({ ...group, conditions: conditions.toSpliced(index, 1, ...(condition ? [condition] : [])) });
  const finish = (field: ConditionField, condition: FlowCondition | null) => {
    onForget(field);
    if (condition) onChange({ ...group, conditions: [...conditions, condition] });
  };

  return (
    <div className={title ? classes.group : classes.bare} role="group" aria-label={title ?? t('flows:editor.step.who')}>
      {title && <div className={classes.groupTitle}>{title}</div>}
      {usedFields.length > 1 && (
        <ChoiceBar
          label={t('audiences:match_label')}
          value={match}
          options={MATCHES.map((value) => ({ value, label: t(`audiences:match.${value}`) }))}
          onChange={(next) => onChange({ ...group, match: next })}
        />
      )}
      {questions.map(({ key, field, condition, index }) => (
        <ConditionCard
          key={key}
          field={field}
          condition={condition}
          isOffered={!condition || offered.includes(field)}
          choices={choices}
          error={condition ? errorIn(index) : undefined}
          onChange={(changed) => (condition ? put(index, changed) : finish(field, changed))}
          onEmpty={
            condition ? () => onChange({ ...group, conditions: conditions.toSpliced(index, 1) }, field) : undefined
          }
        />
      ))}
      {conditions.length < MAX_CONDITIONS && left.length > 0 && (
        <div>
          <AddCondition
            fields={left}
            currency={choices.currency}
            target={
              <Button variant="default" leftSection={<IconPlus size={18} />}>
                {t('audiences:add')}
              </Button>
            }
            onAdd={onAdd}
          />
        </div>
      )}
    </div>
  );
}

/** A question keeps its place in the page while it gets its first answer: a list that is open stays open. */
function questionOf(one: FlowCondition | ConditionField, index: number, conditions: readonly FlowCondition[]) {
  const condition = typeof one === 'string' ? null : one;
  const field = typeof one === 'string' ? one : one.field;
  const before = conditions.slice(0, index).filter((other) => other.field === field).length;
  return { key: `${field}.${before}`, field, condition, index };
}

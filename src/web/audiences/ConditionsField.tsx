import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ConditionField } from '#contract/audiences/values.ts';
import type { FlowConditions } from '#contract/audiences/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { AddCondition } from './AddCondition.tsx';
import { ConditionGroup } from './ConditionGroup.tsx';
import classes from './conditions.module.css';
import { emptyCondition } from './range-limits.ts';
import type { ConditionChoices } from './use-condition-choices.ts';
import { useStartedConditions } from './use-started-conditions.ts';

type Group = FlowConditions['groups'][number];
const MATCHES = ['all', 'any'] as const;
const MAX_GROUPS = 10;

type Props = {
  conditions: FlowConditions;
  /** Path of the conditions in the form. */
  path: string;
  /** Fields that can be added. */
  offered: readonly ConditionField[];
  choices: ConditionChoices;
  /** Shown while there is no condition. */
  emptyText: string;
  /** The first error at a path of the form, in words. */
  errorOf: (path: string) => string | undefined;
  onChange: (conditions: FlowConditions) => void;
};

/** Groups of conditions on contacts; empty until a person adds one. */
export function ConditionsField({ conditions, path, offered, choices, emptyText, errorOf, onChange }: Props) {
  const t = useTexts();
  const { started, begin, forget, forgetGroup } = useStartedConditions();
  const { match, groups } = conditions;
  // NOTE: a newly added group has no value to save yet.
  const shown: Group[] = started.some(({ group }) => group >= groups.length)
    ? [...groups, { match: 'all', conditions: [] }]
    : groups;
  const putGroups = (next: Group[]) =>
    onChange({ ...conditions, groups: next.filter((group) => group.conditions.length > 0) });

  function add(index: number, field: ConditionField): void {
    const ready = emptyCondition(field);
    if (!ready) return begin(index, field);
    const group = shown[index] ?? { match: 'all' as const, conditions: [] };
    putGroups([
      ...groups.slice(0, index),
      { ...group, conditions: [...group.conditions, ready] },
      ...groups.slice(index + 1),
    ]);
  }
  /** @param emptied the condition whose last value was removed: it stays open */
  function change(index: number, group: Group, emptied?: ConditionField): void {
    const goes = group.conditions.length === 0 && groups.length > 1;
    if (goes) forgetGroup(index);
    if (emptied && !goes) begin(index, emptied);
    putGroups([...groups.slice(0, index), group, ...groups.slice(index + 1)]);
  }

  return (
    <Stack>
      {shown.length === 0 && <Text c="dimmed">{emptyText}</Text>}
      {shown.length > 1 && (
        <ChoiceBar
          label={t('audiences:groups_label')}
          value={match}
          options={MATCHES.map((value) => ({ value, label: t(`audiences:groups.${value}`) }))}
          onChange={(next) => onChange({ ...conditions, match: next })}
        />
      )}
      {shown.map((group, index) => (
        <ConditionGroup
          key={index}
          group={group}
          path={`${path}.groups.${index}`}
          title={shown.length > 1 ? t('audiences:group', { number: index + 1 }) : undefined}
          started={started.filter((one) => one.group === index).map(({ field }) => field)}
          offered={offered}
          choices={choices}
          errorOf={errorOf}
          onChange={(changed, emptied) => change(index, changed, emptied)}
          onAdd={(field) => add(index, field)}
          onForget={(field) => forget(index, field)}
        />
      ))}
      <div className={classes.adding}>
        {shown.length === 0 ? (
          <AddCondition
            fields={offered}
            currency={choices.currency}
            target={
              <Button variant="default" leftSection={<IconPlus size={18} />}>
                {t('audiences:add')}
              </Button>
            }
            onAdd={(field) => add(0, field)}
          />
        ) : (
          groups.length === shown.length &&
          groups.length < MAX_GROUPS && (
            <AddCondition
              fields={offered}
              currency={choices.currency}
              target={
                <Button variant="subtle" size="compact-md" leftSection={<IconPlus size={16} />}>
                  {t('audiences:add_group')}
                </Button>
              }
              onAdd={(field) => add(groups.length, field)}
            />
          )
        )}
      </div>
    </Stack>
  );
}

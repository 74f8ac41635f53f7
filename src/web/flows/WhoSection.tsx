import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ConditionField } from '#contract/flow-kind-entry.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowConditions } from '#contract/audiences.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { ChoiceBar } from '#web/ui/ChoiceBar.tsx';
import { AddCondition } from '#web/audiences/AddCondition.tsx';
import { ConditionGroup } from '#web/audiences/ConditionGroup.tsx';
import classes from '#web/audiences/conditions.module.css';
import type { FlowForm } from './flow-form.ts';
import { NeededOptions, OptionsSection } from './OptionsSection.tsx';
import { isReport } from './kind-traits.ts';
import { emptyCondition } from '#web/audiences/range-limits.ts';
import { useBegun } from './use-begun.ts';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
import { ReportPhones } from '#web/reports/ReportPhones.tsx';

type Group = FlowConditions['groups'][number];
const MATCHES = ['all', 'any'] as const;

/** Audience of the flow: contacts by conditions; for a report, the owner's own numbers. */
export function WhoSection({ form }: { form: FlowForm }) {
  if (!isReport(form.kind)) return <ConditionsSection form={form} />;
  return (
    <ReportPhones
      phones={form.settings.options.reportPhones}
      onChange={(reportPhones) => form.change({ options: { ...form.settings.options, reportPhones } })}
    />
  );
}

/** Conditions are empty until the owner adds one. */
function ConditionsSection({ form }: { form: FlowForm }) {
  const t = useTexts();
  const choices = useConditionChoices();
  const { begun, begin, forget, forgetGroup } = useBegun();
  const { conditions } = form.settings;
  const { match, groups } = conditions;
  const offered = FLOW_CATALOGUE[form.kind].conditions;
  // NOTE: a newly added group has no value to save yet.
  const shown: Group[] = begun.some(({ group }) => group >= groups.length)
    ? [...groups, { match: 'all', conditions: [] }]
    : groups;
  const putGroups = (next: Group[]) =>
    form.change({ conditions: { ...conditions, groups: next.filter((group) => group.conditions.length > 0) } });

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
    <Stack gap="lg">
      <NeededOptions form={form} choices={choices} />
      <Stack>
        {shown.length === 0 && <Text c="dimmed">{t('audiences:everybody')}</Text>}
        {shown.length > 1 && (
          <ChoiceBar
            label={t('audiences:groups_label')}
            value={match}
            options={MATCHES.map((value) => ({ value, label: t(`audiences:groups.${value}`) }))}
            onChange={(next) => form.change({ conditions: { ...conditions, match: next } })}
          />
        )}
        {shown.map((group, index) => (
          <ConditionGroup
            key={index}
            group={group}
            path={`settings.conditions.groups.${index}`}
            title={shown.length > 1 ? t('audiences:group', { number: index + 1 }) : undefined}
            begun={begun.filter((one) => one.group === index).map(({ field }) => field)}
            offered={offered}
            choices={choices}
            errorOf={form.errorOf}
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
            groups.length < MOST_GROUPS && (
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
      <OptionsSection form={form} />
    </Stack>
  );
}

const MOST_GROUPS = 10;

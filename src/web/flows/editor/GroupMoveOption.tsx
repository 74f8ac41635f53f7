import { Chip, Group, Input, NativeSelect, Stack } from '@mantine/core';
import { RFM_GROUPS, type RfmGroup } from '#contract/audiences/values.ts';
import { LONGEST_REENTRY_DAYS, REENTRY_RULES } from '#contract/flows/values.ts';
import { useFlowChoices } from '#web/audiences/use-condition-choices.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import type { FlowForm } from './flow-form.ts';

/** The moves between groups that start the flow, and whether a client who moves again gets the message again. */
export function GroupMoveOption({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { options } = form.settings;
  const { groupMove } = options;
  if (!groupMove) return null;
  const set = (change: Partial<typeof groupMove>) =>
    form.change({ options: { ...options, groupMove: { ...groupMove, ...change } } });
  return (
    <Stack>
      <Dashboard
        value={groupMove.dashboardId}
        error={form.errorOf('settings.options.groupMove.dashboardId')}
        onChange={(dashboardId) => set({ dashboardId })}
      />
      <Groups
        label={t('audiences:options.group_to')}
        help={t('audiences:options.group_to_help')}
        error={groupMove.toGroups.length === 0 ? t('audiences:options.group_empty') : undefined}
        value={groupMove.toGroups}
        onChange={(toGroups) => set({ toGroups })}
      />
      <Groups
        label={t('audiences:options.group_from')}
        help={groupMove.fromGroups.length === 0 ? t('audiences:options.group_from_any') : undefined}
        value={groupMove.fromGroups}
        onChange={(fromGroups) => set({ fromGroups })}
      />
      <Reentry form={form} />
    </Stack>
  );
}

type DashboardId = NonNullable<FlowForm['settings']['options']['groupMove']>['dashboardId'];

type DashboardProps = { value: DashboardId; error: string | undefined; onChange: (id: DashboardId) => void };

/** Not shown where there is one division and it is the chosen one. */
function Dashboard({ value, error, onChange }: DashboardProps) {
  const t = useTexts();
  const { data } = useFlowChoices();
  if (!data) return null;
  const others = data.rfmDashboards.filter(({ isUsual }) => !isUsual);
  const usual = data.rfmDashboards.find(({ isUsual }) => isUsual);
  const chosen = value === usual?.id ? null : value;
  const isGone = chosen !== null && others.every(({ id }) => id !== chosen);
  if (others.length === 0 && chosen === null) return null;
  return (
    <NativeSelect
      label={t('audiences:options.group_dashboard')}
      value={chosen ?? ''}
      error={isGone ? t('audiences:gone') : error}
      data={[
        { value: '', label: usual?.title ?? t('audiences:options.group_usual') },
        ...others.map(({ id, title }) => ({ value: id, label: title })),
        ...(isGone ? [{ value: chosen, label: t('audiences:gone') }] : []),
      ]}
      onChange={({ currentTarget }) => onChange(others.find(({ id }) => id === currentTarget.value)?.id ?? null)}
    />
  );
}

type GroupsProps = {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  value: readonly RfmGroup[];
  onChange: (groups: RfmGroup[]) => void;
};

function Groups({ label, help, error, value, onChange }: GroupsProps) {
  const t = useTexts();
  return (
    <Input.Wrapper label={label} description={help} error={error} labelElement="div">
      <Chip.Group
        multiple
        value={[...value]}
        onChange={(chosen) => onChange(RFM_GROUPS.filter((group) => chosen.includes(group)))}
      >
        <Group gap={6} mt={6} role="group" aria-label={label}>
          {RFM_GROUPS.map((group) => (
            <Chip key={group} value={group}>
              {t(`audiences:value.rfm_group.${group}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

function Reentry({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { options } = form.settings;
  const { reentry } = options;
  if (!reentry) return null;
  const set = (change: Partial<typeof reentry>) =>
    form.change({ options: { ...options, reentry: { ...reentry, ...change } } });
  return (
    <>
      <NativeSelect
        label={t('audiences:options.reentry')}
        value={reentry.rule}
        data={REENTRY_RULES.map((rule) => ({ value: rule, label: t(`audiences:options.reentry_rules.${rule}`) }))}
        onChange={({ currentTarget }) => set({ rule: wordIn(REENTRY_RULES, currentTarget.value) ?? reentry.rule })}
      />
      {reentry.rule === 'after_days' && (
        <NumberField
          label={t('audiences:options.reentry_days')}
          min={1}
          max={LONGEST_REENTRY_DAYS}
          value={reentry.minDays}
          error={form.errorOf('settings.options.reentry.minDays')}
          onChange={(minDays) => set({ minDays })}
        />
      )}
    </>
  );
}

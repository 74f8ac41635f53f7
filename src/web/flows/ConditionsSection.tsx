import { SegmentedControl, Stack, Text } from '@mantine/core';
import type { BranchId } from '#contract/connections.ts';
import type { FlowCondition } from '#contract/flows.ts';
import type { VisitStatus } from '#contract/visits.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { ManySelect } from '#web/ui/ManySelect.tsx';
import type { FlowForm } from './flow-form.ts';
import { useVisitOptions } from './use-flows.ts';

/** Statuses a booking can have before the visit. */
const STATUSES = ['waiting', 'confirmed'] as const satisfies VisitStatus[];
const VISIT_NUMBERS = ['first', 'repeated'] as const;

/** Which visits the flow is for; an empty choice is every one. */
export function ConditionsSection({ form }: { form: FlowForm }) {
  const t = useTexts();
  const options = useVisitOptions();
  const { conditions } = form.settings;
  const [group = { match: 'all' as const, conditions: [] }, ...others] = conditions.groups;
  const valuesOf = (field: FlowCondition['field']) =>
    group.conditions.flatMap((one) => (one.field === field && 'values' in one ? one.values : []));
  const put = (field: FlowCondition['field'], condition: FlowCondition | null) => {
    const kept = group.conditions.filter((one) => one.field !== field);
    const changed = condition ? [...kept, condition] : kept;
    const groups = changed.length > 0 ? [{ ...group, conditions: changed }, ...others] : others;
    form.change({ conditions: { ...conditions, groups } });
  };
  const putValues = (field: 'branch' | 'service' | 'master' | 'visit_status', values: string[]) =>
    put(field, values.length > 0 ? { field, isNot: false, values } : null);
  const visitNumber = group.conditions.find((one) => one.field === 'visit_number');
  const { branches = [], masters = [], services = [] } = options.data ?? {};
  const branchTitle = new Map(branches.map(({ id, title }) => [id, title]));
  const withBranch = (name: string, branchId: BranchId) =>
    branches.length > 1 ? `${name} · ${branchTitle.get(branchId) ?? ''}` : name;
  const any = t('flows.any');

  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('flows.conditions_help')}
      </Text>
      {branches.length > 1 && (
        <ManySelect
          label={t('flows.branches')}
          placeholder={any}
          data={withGone(
            branches.map(({ id, title }) => ({ value: id, label: title })),
            valuesOf('branch'),
            t('flows.gone'),
          )}
          value={valuesOf('branch')}
          onChange={(values) => putValues('branch', values)}
        />
      )}
      <ManySelect
        label={t('flows.services')}
        placeholder={any}
        data={withGone(
          services.map(({ id, title, branchId }) => ({ value: id, label: withBranch(title, branchId) })),
          valuesOf('service'),
          t('flows.gone'),
        )}
        value={valuesOf('service')}
        onChange={(values) => putValues('service', values)}
      />
      <ManySelect
        label={t('flows.masters')}
        placeholder={any}
        data={withGone(
          masters.map(({ id, name, branchId }) => ({ value: id, label: withBranch(name, branchId) })),
          valuesOf('master'),
          t('flows.gone'),
        )}
        value={valuesOf('master')}
        onChange={(values) => putValues('master', values)}
      />
      {form.kind !== 'visit_cancelled' && (
        <ManySelect
          label={t('flows.statuses')}
          placeholder={any}
          data={STATUSES.map((status) => ({ value: status, label: t(`flows.visit_status.${status}`) }))}
          value={STATUSES.filter((status) => valuesOf('visit_status').includes(status))}
          onChange={(values) => putValues('visit_status', values)}
        />
      )}
      <div>
        <Text size="sm" fw={550} mb={6}>
          {t('flows.first_visit_label')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-label={t('flows.first_visit_label')}
          value={visitNumber && 'value' in visitNumber ? visitNumber.value : 'any'}
          data={(['any', ...VISIT_NUMBERS] as const).map((value) => ({ value, label: t(`flows.first_visit.${value}`) }))}
          onChange={(chosen) => {
            const value = VISIT_NUMBERS.find((one) => one === chosen);
            put('visit_number', value ? { field: 'visit_number', value } : null);
          }}
        />
      </div>
    </Stack>
  );
}

/** Chosen things that are there no more keep a place, so that they can be seen and taken out. */
function withGone(
  options: { value: string; label: string }[],
  chosen: readonly string[],
  goneLabel: string,
): { value: string; label: string }[] {
  const known = new Set<string>(options.map(({ value }) => value));
  return [...options, ...chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: goneLabel }))];
}

import { SegmentedControl, Stack, Text } from '@mantine/core';
import type { BranchId } from '#contract/connections.ts';
import type { VisitStatus } from '#contract/visits.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { ManySelect } from '#web/ui/ManySelect.tsx';
import { NumberField } from '#web/ui/NumberField.tsx';
import type { FlowForm } from './flow-form.ts';
import { useVisitOptions } from './use-flows.ts';

/** Statuses a booking can have before the visit. */
const STATUSES = ['waiting', 'confirmed'] as const satisfies VisitStatus[];
const FIRST_VISIT = ['any', 'only_first', 'only_repeated'] as const;

/** Which visits the flow is for; an empty choice is every one. */
export function ConditionsSection({ form }: { form: FlowForm }) {
  const t = useTexts();
  const options = useVisitOptions();
  const { conditions } = form.settings;
  const set = (change: Partial<typeof conditions>) => form.change({ conditions: { ...conditions, ...change } });
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
            conditions.branchIds,
            t('flows.gone'),
          )}
          value={conditions.branchIds}
          onChange={(branchIds) => set({ branchIds })}
        />
      )}
      <ManySelect
        label={t('flows.services')}
        placeholder={any}
        data={withGone(
          services.map(({ id, title, branchId }) => ({ value: id, label: withBranch(title, branchId) })),
          conditions.serviceIds,
          t('flows.gone'),
        )}
        value={conditions.serviceIds}
        onChange={(serviceIds) => set({ serviceIds })}
      />
      <ManySelect
        label={t('flows.masters')}
        placeholder={any}
        data={withGone(
          masters.map(({ id, name, branchId }) => ({ value: id, label: withBranch(name, branchId) })),
          conditions.masterIds,
          t('flows.gone'),
        )}
        value={conditions.masterIds}
        onChange={(masterIds) => set({ masterIds })}
      />
      {form.kind !== 'visit_cancelled' && (
        <ManySelect
          label={t('flows.statuses')}
          placeholder={any}
          data={STATUSES.map((status) => ({ value: status, label: t(`flows.visit_status.${status}`) }))}
          value={conditions.statuses.filter((status) => STATUSES.some((known) => known === status))}
          onChange={(statuses) => set({ statuses })}
        />
      )}
      <div>
        <Text size="sm" fw={550} mb={6}>
          {t('flows.first_visit_label')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-label={t('flows.first_visit_label')}
          value={conditions.firstVisit}
          data={FIRST_VISIT.map((value) => ({ value, label: t(`flows.first_visit.${value}`) }))}
          onChange={(value) => set({ firstVisit: FIRST_VISIT.find((one) => one === value) ?? 'any' })}
        />
      </div>
      {form.kind === 'visit_moved' && (
        <NumberField
          label={t('flows.min_shift')}
          description={t('flows.min_shift_help')}
          min={0}
          max={10_080}
          value={conditions.minShiftMinutes}
          error={form.errorOf('settings.conditions.minShiftMinutes')}
          onChange={(value) => set({ minShiftMinutes: value })}
        />
      )}
    </Stack>
  );
}

/** Chosen things that are there no more keep a place, so that they can be seen and taken out. */
function withGone<Id extends string>(
  options: { value: Id; label: string }[],
  chosen: readonly Id[],
  goneLabel: string,
): { value: Id; label: string }[] {
  const known = new Set(options.map(({ value }) => value));
  return [...options, ...chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: goneLabel }))];
}

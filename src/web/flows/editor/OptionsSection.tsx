import { Group, Skeleton, Text, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { flowKind } from '#contract/flows/kinds.ts';
import { NO_LIMIT } from '#contract/audiences/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import classes from '#web/audiences/conditions.module.css';
import type { FlowForm } from './flow-form.ts';
import { isWithheld, requestsReview } from '#web/flows/kind-traits.ts';
import { OptionalNumber } from '#web/audiences/OptionalNumber.tsx';
import type { ConditionChoices } from '#web/audiences/use-condition-choices.ts';

/** Comes with the one option that needs it. */
const ManySelect = lazy(async () => ({ default: (await import('#web/ui/fields/ManySelect.tsx')).ManySelect }));

const GroupMoveOption = lazy(async () => ({ default: (await import('./GroupMoveOption.tsx')).GroupMoveOption }));

const MoveDealOption = lazy(async () => ({ default: (await import('./MoveDealOption.tsx')).MoveDealOption }));

const CONTROLS = [0, 5, 10] as const;

type Props = { form: FlowForm; choices: ConditionChoices };

/** Settings the kind requires; they stand before all conditions. */
export function NeededOptions({ form, choices }: Props) {
  const { offerServiceIds, threshold, groupMove } = form.settings.options;
  return (
    <>
      {offerServiceIds && <Offer form={form} choices={choices} />}
      {threshold && <Threshold form={form} choices={choices} />}
      {groupMove && (
        <Suspense fallback={<Skeleton height={260} />}>
          <GroupMoveOption form={form} />
        </Suspense>
      )}
    </>
  );
}

/** The kind's other options. */
export function OptionsSection({ form }: Pick<Props, 'form'>) {
  const { content, options } = form.settings;
  const declaration = flowKind(form.kind);
  const hasLateDays = options.lateDays !== undefined;
  const hasControl = options.controlPercent !== undefined && (isWithheld(declaration) || options.controlPercent > 0);
  const hasReview =
    options.reviewUrl !== undefined && requestsReview(declaration, Object.values(content.texts).join(' '));
  const movesDeal = options.moveDeal !== undefined;
  if (!hasLateDays && !hasControl && !hasReview && !movesDeal) return null;
  return (
    <div className={classes.options}>
      {hasReview && <ReviewLink form={form} />}
      {movesDeal && (
        <Suspense fallback={<Skeleton height={86} />}>
          <MoveDealOption form={form} />
        </Suspense>
      )}
      {hasLateDays && <LateDays form={form} />}
      {hasControl && <Control form={form} />}
    </div>
  );
}

function Offer({ form, choices }: Props) {
  const t = useTexts();
  const { options } = form.settings;
  if (!options.offerServiceIds) return null;
  const chosen = options.offerServiceIds;
  const services = choices.optionsOf('service');
  const gone = chosen.filter((id) => !services.some(({ value }) => value === id));
  const byId = new Map<string, (typeof chosen)[number]>(chosen.map((id) => [id, id]));
  const data = [...services, ...gone.map((value) => ({ value, label: choices.nameOf('service', value) }))];
  return (
    <Suspense fallback={<Skeleton height={86} />}>
      <ManySelect
        label={t('audiences:options.offer')}
        description={form.errorOf('settings.options.offerServiceIds') ?? t('audiences:options.offer_help')}
        placeholder={t('audiences:options.offer_choose')}
        data={data}
        value={[...chosen]}
        onChange={(ids) =>
          // NOTE: every id of the list is a service's
          form.change({
            options: { ...options, offerServiceIds: ids.map((id) => byId.get(id) ?? (id as (typeof chosen)[number])) },
          })
        }
      />
    </Suspense>
  );
}

function Threshold({ form, choices }: Props) {
  const t = useTexts();
  const { options } = form.settings;
  if (!options.threshold) return null;
  const { visits, spent } = options.threshold;
  const set = (change: Partial<typeof options.threshold>) =>
    form.change({ options: { ...options, threshold: { ...options.threshold, ...change } } });
  const positive = (value: number | null) => (value === null || value === 0 ? -1 : value);
  return (
    <div role="group" aria-label={t('audiences:options.threshold')}>
      <Text size="sm" fw={550} mb={6}>
        {t('audiences:options.threshold')}
      </Text>
      <Group grow align="flex-start">
        <OptionalNumber
          label={t('audiences:options.threshold_visits')}
          most={10_000}
          value={visits > 0 ? visits : null}
          error={form.errorOf('settings.options.threshold.visits')}
          onChange={(value) => set({ visits: positive(value) })}
        />
        <OptionalNumber
          label={t('audiences:options.threshold_spent', { currency: choices.currency })}
          most={NO_LIMIT}
          value={spent > 0 ? spent : null}
          onChange={(value) => set({ spent: positive(value) })}
        />
      </Group>
      <Text size="sm" c="dimmed" mt={6}>
        {t('audiences:options.threshold_help')}
      </Text>
    </div>
  );
}

function ReviewLink({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { options } = form.settings;
  if (options.reviewUrl === undefined) return null;
  return (
    <TextInput
      label={t('audiences:options.review')}
      description={t('audiences:options.review_help')}
      placeholder="https://"
      inputMode="url"
      value={options.reviewUrl ?? ''}
      error={form.errorOf('settings.options.reviewUrl')}
      onChange={({ currentTarget: { value } }) => form.change({ options: { ...options, reviewUrl: value || null } })}
    />
  );
}

function LateDays({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { options } = form.settings;
  if (options.lateDays === undefined) return null;
  return (
    <NumberField
      label={t('audiences:options.late')}
      description={t('audiences:options.late_help')}
      min={1}
      max={60}
      value={options.lateDays}
      error={form.errorOf('settings.options.lateDays')}
      onChange={(lateDays) => form.change({ options: { ...options, lateDays } })}
    />
  );
}

function Control({ form }: { form: FlowForm }) {
  const t = useTexts();
  const format = useFormat();
  const { options } = form.settings;
  if (options.controlPercent === undefined) return null;
  const label = (percent: number) =>
    percent === 0 ? t('audiences:options.control_off') : format.percent(percent / 100);
  return (
    <div>
      <Text size="sm" fw={550} mb={6}>
        {t('audiences:options.control')}
      </Text>
      <ChoiceBar
        label={t('audiences:options.control')}
        value={String(options.controlPercent)}
        options={CONTROLS.map((percent) => ({ value: String(percent), label: label(percent) }))}
        onChange={(chosen) => {
          const controlPercent = CONTROLS.find((percent) => String(percent) === chosen) ?? 0;
          form.change({ options: { ...options, controlPercent } });
        }}
      />
      <Text size="sm" c="dimmed" mt={6}>
        {t('audiences:options.control_help')}
      </Text>
    </div>
  );
}

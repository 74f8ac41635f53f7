import { Card, ColorInput, Group, NumberInput, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { BookingButton, listBookingButtons, WrittenButton } from '#contract/booking/buttons.ts';
import { BUTTON_ACTIONS, BUTTON_POSITIONS, LONGEST_BUTTON_LABEL } from '#contract/booking/values.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import classes from './booking.module.css';
import { ButtonPreview } from './ButtonPreview.tsx';
import { useCreateButton, useSaveButton } from './use-buttons.ts';

type Branches = ReplyOf<typeof listBookingButtons>['branches'];

/** The fields as the form has them: a colour that is not chosen is empty. */
type Values = Omit<WrittenButton, 'accent' | 'targetUrl' | 'terms'> &
  WrittenButton['terms'] & { accent: string; targetUrl: string };

type Props = {
  /** Null: a new button. */
  saved: BookingButton | null;
  branches: Branches;
  usualAccent: string;
};

const TIMES = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
);
const OFFERED = ['#0f766e', '#15803d', '#0369a1', '#4f46e5', '#7c3aed', '#be185d', '#b91c1c', '#9a3412', '#334155'];

/** A button with its live preview, and the code for the site once it is saved. */
export function ButtonForm({ saved, branches, usualAccent }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const create = useCreateButton();
  const save = useSaveButton();
  const isOwner = useCurrentUser().memberRole === 'owner';
  const usualLabels = {
    visit: t('booking:button.usual_label.visit'),
    page: t('booking:button.usual_label.page'),
    table: t('booking:button.usual_label.table'),
  };
  const form = useContractForm<Values>({
    schema: async () => (await import('#contract/booking/buttons.ts')).createBookingButton.body,
    initial: initialOf(saved, branches, usualLabels),
    asBody: bodyOf,
    check: ({ opens, targetUrl }) => (opens === 'page' && !targetUrl.trim() ? { targetUrl: 'required' } : {}),
    submit: async (values) => {
      if (saved) {
        await save.mutateAsync({ id: saved.id, body: bodyOf(values) });
        form.form.resetDirty();
        toast.success({ title: t('booking:saved') });
        return;
      }
      const { id } = await create.mutateAsync(bodyOf(values));
      void navigate({ to: '/widgets/booking/$buttonId', params: { buttonId: id }, replace: true });
    },
  });
  const { values } = form.form;
  const set = (part: Partial<Values>) => form.form.setValues(part);
  const seenLabels = useRef(usualLabels);
  /** The usual label of a new button follows the language of the page. */
  useEffect(() => {
    const seen = seenLabels.current[values.opens];
    const usual = usualLabels[values.opens];
    seenLabels.current = usualLabels;
    if (!saved && seen !== usual && values.label === seen) set({ label: usual });
  });
  /** A label that was not edited follows. */
  const open = (opens: Values['opens']) =>
    set({ opens, ...(values.label === usualLabels[values.opens] && { label: usualLabels[opens] }) });
  const branchNow = branches.find(({ id }) => id === values.branchId);
  const actions = BUTTON_ACTIONS.filter(
    (action) => action !== 'visit' || (branchNow?.booksVisits ?? saved?.opens === 'visit'),
  );
  if (branches.length === 0) return <Text c="dimmed">{t('booking:button.no_branches')}</Text>;
  return (
    <SplitEditor
      form={
        <fieldset className={classes.fields} disabled={!isOwner}>
          <FormBody form={form} submit={t(saved ? 'booking:save' : 'booking:button.create')}>
            <Select
              label={t('booking:button.branch')}
              data={branchesBySystem(branches, (kind) => t(`app:menu.${kind}`))}
              allowDeselect={false}
              {...form.field('branchId')}
              onChange={(id) => {
                const branch = branches.find((one) => one.id === id);
                if (!branch) return;
                set({ branchId: branch.id });
                if (!saved || (values.opens === 'visit' && !branch.booksVisits)) open(branch.usualAction);
              }}
            />
            <ChoiceBar
              label={t('booking:button.column.opens')}
              value={values.opens}
              options={actions.map((value) => ({ value, label: t(`booking:button.opens.${value}`) }))}
              onChange={open}
            />
            {values.opens === 'page' ? (
              <TextInput
                type="url"
                inputMode="url"
                label={t('booking:button.target')}
                description={t('booking:button.target_help')}
                placeholder="https://n12345.yclients.com"
                {...form.field('targetUrl')}
              />
            ) : (
              <TermsFields form={form} ofTables={values.opens === 'table'} />
            )}
            <TextInput label={t('booking:button.label')} maxLength={LONGEST_BUTTON_LABEL} {...form.field('label')} />
            <Select
              label={t('booking:button.position')}
              description={values.position === 'inline' ? t('booking:button.inline_help') : undefined}
              data={BUTTON_POSITIONS.map((value) => ({ value, label: t(`booking:button.at.${value}`) }))}
              allowDeselect={false}
              {...form.field('position')}
            />
            <ColorInput
              label={t('booking:button.accent')}
              description={t('booking:button.accent_help')}
              placeholder={usualAccent}
              swatches={OFFERED}
              withEyeDropper={false}
              withPicker={false}
              closeOnColorSwatchClick
              {...form.field('accent')}
            />
          </FormBody>
        </fieldset>
      }
      preview={<ButtonPreview values={values} usualAccent={usualAccent} saved={saved} />}
    />
  );
}

/** Branches under the system they are connected to. */
function branchesBySystem(branches: Branches, nameOf: (kind: Branches[number]['connectionKind']) => string) {
  const kinds = [...new Set(branches.map(({ connectionKind }) => connectionKind))];
  return kinds.map((kind) => ({
    group: nameOf(kind),
    items: branches
      .filter(({ connectionKind }) => connectionKind === kind)
      .map(({ id, title }) => ({ value: id, label: title })),
  }));
}

type TermsProps = { form: ReturnType<typeof useContractForm<Values>>; ofTables: boolean };

function TermsFields({ form, ofTables }: TermsProps) {
  const t = useTexts();
  const title = t(ofTables ? 'booking:button.terms' : 'booking:button.visit_terms');
  const daysAhead = (
    <NumberInput label={t('booking:button.days_ahead')} min={1} max={180} {...form.field('daysAhead')} />
  );
  const leadMinutes = (
    <NumberInput
      label={t('booking:button.lead_minutes')}
      description={ofTables ? undefined : t('booking:button.visit_lead_help')}
      min={0}
      max={2880}
      step={30}
      {...form.field('leadMinutes')}
    />
  );
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Stack>
        {ofTables ? (
          <>
            <Group grow align="start">
              <Select label={t('booking:button.from')} data={TIMES} allowDeselect={false} {...form.field('opensAt')} />
              <Select
                label={t('booking:button.until')}
                data={TIMES}
                allowDeselect={false}
                {...form.field('closesAt')}
              />
            </Group>
            <Group grow align="start">
              <NumberInput label={t('booking:button.most_guests')} min={1} max={100} {...form.field('mostGuests')} />
              {daysAhead}
            </Group>
          </>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t('booking:button.visit_help')}
            </Text>
            {daysAhead}
          </>
        )}
        {leadMinutes}
      </Stack>
    </Card>
  );
}

const USUAL_TERMS = { opensAt: '12:00', closesAt: '22:00', mostGuests: 10, daysAhead: 30, leadMinutes: 60 };

function initialOf(
  saved: BookingButton | null,
  branches: Branches,
  labels: Readonly<Record<Values['opens'], string>>,
): Values {
  if (!saved) {
    const first = branches.find(({ booksVisits }) => booksVisits) ?? branches[0];
    const branchId = first?.id ?? ('' as BranchId); // NOTE: without a branch the form is not shown
    const opens = first?.usualAction ?? 'page';
    return {
      branchId,
      opens,
      targetUrl: '',
      label: labels[opens],
      accent: '',
      position: 'bottom_right',
      ...USUAL_TERMS,
    };
  }
  const { branchId, opens, targetUrl, accent, position, terms } = saved;
  return { branchId, opens, targetUrl: targetUrl ?? '', label: saved.label, accent: accent ?? '', position, ...terms };
}

function bodyOf({ branchId, opens, targetUrl, label, accent, position, ...terms }: Values): WrittenButton {
  return {
    branchId,
    opens,
    targetUrl: opens === 'page' ? targetUrl.trim() || null : null,
    label,
    accent: accent.trim() || null,
    position,
    terms,
  };
}

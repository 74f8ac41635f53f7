import { Stack } from '@mantine/core';
import { flowKind } from '#contract/flows/kinds.ts';
import { ConditionsField } from '#web/audiences/ConditionsField.tsx';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ReportPhones } from '#web/reports/ReportPhones.tsx';
import type { FlowForm } from './flow-form.ts';
import { NeededOptions, OptionsSection } from './OptionsSection.tsx';

/** Audience of the flow: contacts by conditions; for a report, the owner's own numbers. */
export function AudienceSection({ form }: { form: FlowForm }) {
  const { options } = form.settings;
  if (!options.reportPhones) return <ConditionsSection form={form} />;
  return (
    <ReportPhones
      phones={options.reportPhones}
      onChange={(reportPhones) => form.change({ options: { ...options, reportPhones } })}
    />
  );
}

function ConditionsSection({ form }: { form: FlowForm }) {
  const t = useTexts();
  const choices = useConditionChoices();
  return (
    <Stack gap="lg">
      <NeededOptions form={form} choices={choices} />
      <ConditionsField
        conditions={form.settings.conditions}
        path="settings.conditions"
        offered={flowKind(form.kind).conditions}
        choices={choices}
        emptyText={t('audiences:everybody')}
        errorOf={form.errorOf}
        onChange={(conditions) => form.change({ conditions })}
      />
      <OptionsSection form={form} />
    </Stack>
  );
}

import { AUDIENCE_FIELDS } from '#contract/audiences/values.ts';
import { ConditionsField } from '#web/audiences/ConditionsField.tsx';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import type { FieldsProps } from './SettingsPane.tsx';

/** The likely clients, and how many of them are asked about one slot. */
export function AudienceFields({ settings, change, errorOf }: FieldsProps) {
  const t = useTexts();
  const choices = useConditionChoices();
  return (
    <>
      <ConditionsField
        conditions={settings.audience}
        path="settings.audience"
        offered={AUDIENCE_FIELDS}
        choices={choices}
        emptyText={t('waitlist:settings.no_conditions')}
        errorOf={errorOf}
        onChange={(audience) => change({ audience })}
      />
      <NumberField
        label={t('waitlist:settings.most')}
        description={t('waitlist:settings.most_help')}
        value={settings.mostContacts}
        min={1}
        max={200}
        error={errorOf('settings.mostContacts')}
        onChange={(mostContacts) => change({ mostContacts })}
      />
    </>
  );
}

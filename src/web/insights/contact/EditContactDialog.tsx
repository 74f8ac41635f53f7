import { NativeSelect, Text, TextInput } from '@mantine/core';
import { LANGUAGES } from '#contract/languages.ts';
import type { ContactCard } from '#contract/insights/calls.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { isLanguage, LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { useTimeZones } from '#web/auth/account/time-zones.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { useUpdateContact } from './use-contact.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';

type Values = { name: string; birthDate: string; language: string; timeZone: string | null };

/** Edits a contact; only changed fields are stored, and the booking system does not overwrite them. */
export function EditContactDialog({ card, onClose }: { card: ContactCard; onClose: () => void }) {
  const t = useTexts();
  const update = useUpdateContact(card.id);
  const initial: Values = {
    name: card.name,
    birthDate: card.birthDate ?? '',
    language: card.language ?? '',
    timeZone: card.timeZone,
  };
  const form = useContractForm({
    schema: async () => (await import('#contract/contacts/calls.ts')).ContactChange,
    initial,
    asBody: (values) => changeOf(values, initial),
    submit: async (values) => {
      await update.mutateAsync(changeOf(values, initial));
      onClose();
    },
  });
  const zones = useTimeZones(card.timeZone ?? 'Europe/Moscow');
  return (
    <Dialog title={t('insights:contact.edit_title')} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('insights:contact.save')}>
        <TextInput label={t('insights:contact.name')} data-autofocus {...form.field('name')} />
        <DateField label={t('insights:contact.birthday')} {...form.field('birthDate')} />
        <NativeSelect
          label={t('insights:contact.language')}
          data={[
            { value: '', label: t('insights:contact.language_unknown') },
            ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
          ]}
          {...form.field('language')}
        />
        <SearchSelect
          label={t('insights:contact.time_zone')}
          placeholder={t('insights:contact.time_zone_unknown')}
          clearable
          data={zones}
          {...form.field('timeZone')}
        />
        <Text size="sm" c="dimmed">
          {t('insights:contact.edit_help')}
        </Text>
      </FormBody>
    </Dialog>
  );
}

/** Returns the changed fields in the contract's shape. */
function changeOf({ name, birthDate, language, timeZone }: Values, before: Values) {
  return {
    ...(name !== before.name && { name }),
    ...(birthDate !== before.birthDate && { birthDate: birthDate || null }),
    ...(language !== before.language && { language: isLanguage(language) ? language : null }),
    ...(timeZone !== before.timeZone && { timeZone }),
  };
}

import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { AdminUser } from '#contract/admin/calls.ts';
import { type UserChange, useChangeUser } from '#web/admin/use-admin.ts';
import { CountryField } from '#web/auth/registration/CountryField.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';

const MOST = 100_000_000;
const MOST_CHANNELS = 1_000;
const MICRO_USD = 1_000_000;

const schema = async () => (await import('#contract/admin/calls.ts')).changeAdminUser.body;

/** Fields of a person and of the cabinet; only those that differ are saved. */
export function UserForm({ user }: { user: AdminUser }) {
  const t = useTexts();
  const change = useChangeUser(user.id);
  const initial = valuesOf(user);
  const editor = useContractForm({
    schema,
    initial,
    asBody: (values) => changed(values, initial),
    submit: async (values) => {
      try {
        await change.mutateAsync(changed(values, initial));
      } catch (error) {
        toast.error({ title: t('admin:user.failed') });
        throw error;
      }
      toast.success({ title: t('admin:saved') });
    },
  });
  const { form, field } = editor;
  const count = (
    name:
      | 'chatApiInstanceLimit'
      | 'availableMessagesCount'
      | 'availableAiReviewsCount'
      | 'availableRatingsCount'
      | 'aiUsd',
  ) => {
    const { error } = field(name);
    return {
      label: t(`admin:field.${name}`),
      value: form.values[name],
      min: 0,
      max: name === 'chatApiInstanceLimit' ? MOST_CHANNELS : MOST,
      onChange: (value: number) => form.setFieldValue(name, value),
      ...(error !== undefined && { error }),
    };
  };
  return (
    <FormBody form={editor} submit={t('admin:save')} failed={t('admin:user.failed')}>
      <CopyField label={t('admin:field.userGuid')} value={user.userGuid} />
      <TextInput label={t('admin:field.fullName')} maxLength={200} {...field('fullName')} />
      <TextInput label={t('admin:field.phone')} type="tel" inputMode="tel" {...field('userPhone')} />
      <CountryField {...field('countryId')} />
      <NumberField {...count('chatApiInstanceLimit')} />
      <NumberField {...count('availableMessagesCount')} />
      <NumberField {...count('availableAiReviewsCount')} />
      <NumberField {...count('availableRatingsCount')} />
      <NumberField {...count('aiUsd')} description={t('admin:field.aiUsd_help')} />
      <Stack gap="xs">
        <Checkbox
          label={t('admin:field.isYclientsSmsOneTariffEnabled')}
          {...field('isYclientsSmsOneTariffEnabled', 'checkbox')}
        />
        <Checkbox label={t('admin:field.isDuplication')} {...field('isDuplication', 'checkbox')} />
        <Checkbox
          label={t('admin:field.isTestUser')}
          description={t('admin:field.isTestUser_help')}
          {...field('isTestUser', 'checkbox')}
        />
      </Stack>
    </FormBody>
  );
}

type Values = ReturnType<typeof valuesOf>;

const valuesOf = (user: AdminUser) => ({
  fullName: user.fullName ?? '',
  userPhone: user.phone ?? '',
  countryId: String(user.countryId),
  chatApiInstanceLimit: user.chatApiInstanceLimit,
  availableMessagesCount: user.availableMessagesCount,
  availableAiReviewsCount: user.availableAiReviewsCount,
  availableRatingsCount: user.availableRatingsCount,
  /** Whole US dollars. */
  aiUsd: Math.floor((user.aiBalanceMicroUsd ?? 0) / MICRO_USD),
  isYclientsSmsOneTariffEnabled: user.isYclientsSmsOneTariffEnabled,
  isDuplication: user.isDuplication,
  isTestUser: user.isTestUser,
});

/** The fields that differ: a balance that was spent meanwhile is not set back. */
function changed(values: Values, before: Values): UserChange {
  const { aiUsd, countryId, ...plain } = values;
  const differing = Object.entries(plain).filter(([name, value]) => value !== before[name as keyof typeof plain]); // NOTE: `entries` loses the key type
  return {
    ...Object.fromEntries(differing),
    ...(countryId !== before.countryId && { countryId: Number(countryId) }),
    ...(aiUsd !== before.aiUsd && { aiBalanceMicroUsd: aiUsd * MICRO_USD }),
  };
}

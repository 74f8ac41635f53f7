import { Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { isForPayments } from '#contract/admin/pays-values.ts';
import { PRICE_CURRENCIES, TARIFFS } from '#contract/billing/tariffs.ts';
import { useManagers, usePayDestinations, useUserAccounts } from '#web/admin/use-admin.ts';
import { tariffName } from '#web/billing/billing-words.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { useContractForm } from '#web/lib/forms/form.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import type { PayValues } from './pay-form.ts';
import type { UserId } from './use-pays.ts';

type Form = Pick<ReturnType<typeof useContractForm<PayValues>>, 'form' | 'field'>;
type Props = Form & { userId: UserId; isNotesOnly: boolean };

/** Fields of a payment; of one that its payer paid, the notes can be changed alone. */
export function PayFields(props: Props) {
  const { form, field, isNotesOnly } = props;
  const t = useTexts();
  const { isFree } = form.values;
  return (
    <>
      {!isNotesOnly && <Bought {...props} />}
      <Group grow align="flex-start">
        <ManagerSelect {...props} />
        <DestinationSelect {...props} />
      </Group>
      <DayField {...props} name="paymentDayUnixTime" />
      <TextInput label={t('pays:field.reason')} maxLength={2000} {...field('reason')} />
      <Textarea label={t('pays:field.comment')} autosize minRows={2} maxLength={2000} {...field('comment')} />
      {!isNotesOnly && (
        <Stack gap="xs">
          <Checkbox label={t('pays:field.isFree')} checked={isFree} {...field('isFree', 'checkbox')} />
          <Checkbox
            label={t('pays:field.success')}
            description={t('pays:hint.success')}
            {...field('success', 'checkbox')}
          />
        </Stack>
      )}
    </>
  );
}

function Bought(props: Props) {
  const { form, field } = props;
  const t = useTexts();
  return (
    <>
      <Select
        label={t('pays:field.tariff')}
        searchable
        allowDeselect={false}
        data={TARIFFS.map(({ id }) => ({ value: String(id), label: tariffName(id, t) }))}
        {...field('tariff')}
      />
      <Group grow align="flex-start">
        <DayField {...props} name="dateBeginUnixTime" />
        <DayField {...props} name="dateEndUnixTime" />
      </Group>
      <Group grow align="flex-start">
        <TextInput
          label={t('pays:field.amount')}
          inputMode="decimal"
          disabled={form.values.isFree}
          {...field('amount')}
        />
        <Select
          label={t('pays:field.currency')}
          allowDeselect={false}
          data={[...PRICE_CURRENCIES]}
          {...field('currency')}
        />
      </Group>
      <AccountSelects {...props} />
    </>
  );
}

type DayName = 'dateBeginUnixTime' | 'dateEndUnixTime' | 'paymentDayUnixTime';

function DayField({ form, field, name }: Props & { name: DayName }) {
  const t = useTexts();
  const { error, onBlur } = field(name);
  return (
    <DateField
      label={t(`pays:field.${name}`)}
      value={form.values[name]}
      error={error}
      onBlur={onBlur}
      onChange={(day) => form.setFieldValue(name, day)}
    />
  );
}

/** The accounts of the cabinet that the payment is for; kinds of which it has none are left out. */
function AccountSelects({ form, userId }: Props) {
  const t = useTexts();
  const { data } = useUserAccounts(userId);
  if (!data) return null;
  const lists = {
    instanceIds: data.chatApiAccounts.map(({ id, title, phone }) => ({ value: id, label: title || phone })),
    internalYclientsCompaniesIds: data.yclientsCompanies.map(({ id, companyName }) => ({
      value: id,
      label: companyName,
    })),
    iikoOrganizationsIds: data.iikoOrganizations.map(({ id, title }) => ({ value: id, label: title })),
  };
  const names = ['instanceIds', 'internalYclientsCompaniesIds', 'iikoOrganizationsIds'] as const;
  return names
    .filter((name) => lists[name].length > 0)
    .map((name) => (
      <ManySelect
        key={name}
        label={t(`pays:field.${name}`)}
        placeholder={t('pays:all_accounts')}
        data={lists[name]}
        value={form.values[name]}
        onChange={(ids) => form.setFieldValue(name, ids)}
      />
    ));
}

function ManagerSelect({ form, field }: Props) {
  const t = useTexts();
  const { data = [] } = useManagers();
  const chosen = form.values.managerId;
  return (
    <Select
      label={t('pays:field.managerId')}
      placeholder={t('pays:nobody')}
      clearable
      data={data
        .filter(({ id, isFired }) => !isFired || id === chosen)
        .map(({ id, name }) => ({ value: id, label: name }))}
      {...field('managerId')}
    />
  );
}

function DestinationSelect({ form, field }: Props) {
  const t = useTexts();
  const { data = [] } = usePayDestinations();
  const chosen = form.values.payDestinationId;
  return (
    <Select
      label={t('pays:field.payDestinationId')}
      description={t('pays:hint.destination')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('pays:no_account')}
      clearable
      data={data
        .filter((one) => isForPayments(one) || one.id === chosen)
        .map(({ id, name }) => ({ value: id, label: name }))}
      {...field('payDestinationId')}
    />
  );
}

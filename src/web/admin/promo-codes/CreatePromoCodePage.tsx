import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { TARIFFS } from '#contract/billing/tariffs.ts';
import { tariffName } from '#web/billing/billing-words.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { instantOf } from '#web/lib/format/zoned-time.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useCreatePromoCode, useGeneratePromoCode } from './use-promo-codes.ts';

const schema = async () => (await import('#contract/billing/promo-codes.ts')).createPromoCode.body;

const INITIAL = {
  promocode: '',
  discountPercent: 10,
  paymentCount: '',
  paymentsCountByUser: '1',
  /** The last day, as `2026-11-23`. */
  expireDate: '',
  availableTariffTypes: [] as string[],
  minimalUserPayments: 0,
  maxUserPayments: '',
  forNetworkCompanies: false,
  /** Whole units of the currency. */
  rewardSumOwner: 0,
  rewardPercentOwner: 0,
};
type Values = typeof INITIAL;

const MINOR = 100;
const DAY_MS = 86_400_000;
const MOST_PAYMENTS = 1000;
const MOST_REWARD = 1_000_000;

/** Route: /admin/promocodes/create */
export function CreatePromoCodePage() {
  const t = useTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const create = useCreatePromoCode();
  const generate = useGeneratePromoCode();
  const body = (values: Values) => bodyOf(values, format.homeZone);
  const editor = useContractForm({
    schema,
    initial: INITIAL,
    asBody: body,
    submit: async (values) => {
      const { id } = await create.mutateAsync(body(values));
      toast.success({ title: t('admin:saved') });
      await navigate({ to: '/admin/promocodes', search: { code: id } });
    },
  });
  const { form, field } = editor;
  const onGenerate = () =>
    generate.mutate(undefined, {
      onSuccess: ({ promocode }) => form.setFieldValue('promocode', promocode),
      onError: (error) => toast.error({ title: problemText(error, t) }),
    });
  const number = (name: 'discountPercent' | 'minimalUserPayments' | 'rewardSumOwner' | 'rewardPercentOwner') => {
    const { error } = field(name);
    return {
      label: t(`admin:promo.field.${name}`),
      value: form.values[name],
      onChange: (value: number) => form.setFieldValue(name, value),
      ...(error !== undefined && { error }),
    };
  };
  const limit = (name: 'paymentCount' | 'paymentsCountByUser' | 'maxUserPayments') => ({
    label: t(`admin:promo.field.${name}`),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    ...field(name),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      form.setFieldValue(name, currentTarget.value.replaceAll(/\D/gu, '').slice(0, 7)),
  });
  return (
    <>
      <PageHead backTo="/admin/promocodes" title={t('admin:promo.create')} />
      <div style={{ maxWidth: 560 }}>
        <FormBody form={editor} submit={t('admin:promo.create')} failed={t('admin:promo.failed')}>
          <Group align="flex-start" gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              label={t('admin:promo.field.promocode')}
              description={t('admin:promo.field.promocode_help')}
              autoComplete="off"
              maxLength={32}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...field('promocode')}
            />
            <Button mt={26} variant="default" loading={generate.isPending} onClick={onGenerate}>
              {t('admin:promo.field.generate')}
            </Button>
          </Group>
          <NumberField {...number('discountPercent')} min={1} max={100} />
          <TextInput {...limit('paymentCount')} description={t('admin:promo.field.unlimited')} />
          <TextInput {...limit('paymentsCountByUser')} description={t('admin:promo.field.unlimited')} />
          <DateField
            label={t('admin:promo.field.expireDate')}
            description={t('admin:promo.field.expireDate_help')}
            min={format.dayKey(new Date(productNow()).toISOString(), format.homeZone)}
            value={form.values.expireDate}
            error={field('expireDate').error}
            onChange={(day) => form.setFieldValue('expireDate', day)}
          />
          <ManySelect
            label={t('admin:promo.field.availableTariffTypes')}
            placeholder={t('admin:promo.field.every_tariff')}
            data={SOLD.map(({ id }) => ({ value: String(id), label: tariffName(id, t) }))}
            value={form.values.availableTariffTypes}
            onChange={(ids) => form.setFieldValue('availableTariffTypes', ids)}
          />
          <NumberField {...number('minimalUserPayments')} min={0} max={MOST_PAYMENTS} />
          <TextInput {...limit('maxUserPayments')} description={t('admin:promo.field.maxUserPayments_help')} />
          <Checkbox label={t('admin:promo.field.forNetworkCompanies')} {...field('forNetworkCompanies', 'checkbox')} />
          <NumberField
            {...number('rewardSumOwner')}
            description={t('admin:promo.field.rewardSumOwner_help')}
            min={0}
            max={MOST_REWARD}
          />
          <NumberField {...number('rewardPercentOwner')} min={0} max={100} />
        </FormBody>
      </div>
    </>
  );
}

/** Tariffs with a price that give something. */
const SOLD = TARIFFS.filter(({ monthly, abilities }) => monthly !== null && abilities.length > 0);

function bodyOf(values: Values, timeZone: string) {
  return {
    ...values,
    paymentCount: countOf(values.paymentCount),
    paymentsCountByUser: countOf(values.paymentsCountByUser),
    maxUserPayments: countOf(values.maxUserPayments),
    expireDate: values.expireDate === '' ? null : endOf(values.expireDate, timeZone),
    availableTariffTypes: values.availableTariffTypes.map(Number),
    rewardSumOwner: values.rewardSumOwner * MINOR,
  };
}

const countOf = (text: string): number | null => (text === '' ? null : Number(text));

/** Returns the beginning of the next day. */
function endOf(day: string, timeZone: string): string | null {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  return instantOf(next, '00:00', timeZone);
}

import { Skeleton, Stack, Title } from '@mantine/core';
import type { PromoCode, PromoCodeUse } from '#contract/billing/promo-codes.ts';
import { tariffName } from '#web/billing/billing-words.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { lastDayOf, usesOf } from './promo-code-words.ts';
import { usePromoCode, usePromoCodeUses } from './use-promo-codes.ts';

const TONES = { reserved: 'attention', used: 'good', released: 'gray' } as const;

type Props = { promoCodeId: PromoCode['id'] };

/** The terms of a code, and the payments that it was entered for. */
export function PromoCodeView({ promoCodeId }: Props) {
  const code = usePromoCode(promoCodeId);
  if (code.error && !code.data) return <Failure error={code.error} onRetry={code.refetch} />;
  if (!code.data) return <Skeleton height={240} />;
  return (
    <Stack gap="lg">
      <Terms code={code.data} />
      <Uses promoCodeId={promoCodeId} />
    </Stack>
  );
}

function Terms({ code }: { code: PromoCode }) {
  const t = useTexts();
  const format = useFormat();
  const any = t('admin:promo.any_number');
  const most = (count: number | null) => (count === null ? any : format.number(count));
  return (
    <section aria-label={t('admin:promo.terms')}>
      <CopyField label={t('admin:promo.field.promocode')} value={code.promocode} />
      <Title order={3} size="h4" mt="md" mb="xs">
        {t('admin:promo.terms')}
      </Title>
      <Facts
        facts={[
          { label: t('admin:promo.column.discount'), value: format.percent(code.discountPercent / 100) },
          { label: t('admin:promo.column.used'), value: usesOf(code, t) },
          { label: t('admin:promo.field.paymentsCountByUser'), value: most(code.paymentsCountByUser) },
          { label: t('admin:promo.column.until'), value: lastDayOf(code, t, format) },
          { label: t('admin:promo.field.availableTariffTypes'), value: tariffsOf(code, t) },
          { label: t('admin:promo.field.minimalUserPayments'), value: format.number(code.minimalUserPayments) },
          { label: t('admin:promo.field.maxUserPayments'), value: most(code.maxUserPayments) },
          ...(code.forNetworkCompanies ? [{ label: t('admin:promo.field.forNetworkCompanies'), value: '✓' }] : []),
          { label: t('admin:promo.field.rewardSumOwner'), value: format.number(code.rewardSumOwner / 100) },
          { label: t('admin:promo.field.rewardPercentOwner'), value: format.percent(code.rewardPercentOwner / 100) },
        ]}
      />
    </section>
  );
}

const tariffsOf = ({ availableTariffTypes }: PromoCode, t: Text): string =>
  availableTariffTypes.length === 0
    ? t('admin:promo.all_tariffs')
    : availableTariffTypes.map((id) => tariffName(id, t)).join(', ');

function Uses({ promoCodeId }: Props) {
  const t = useTexts();
  const format = useFormat();
  const uses = usePromoCodeUses(promoCodeId);
  return (
    <section aria-label={t('admin:promo.uses')}>
      <Title order={3} size="h4" mb="xs">
        {t('admin:promo.uses')}
      </Title>
      <DataList
        label={t('admin:promo.uses')}
        rows={uses.data ?? []}
        rowKey={({ paymentId }) => paymentId}
        columns={columnsOf(t, format)}
        paging={uses}
        empty={<EmptyState text={t('admin:promo.no_uses')} />}
      />
    </section>
  );
}

const columnsOf = (t: Text, format: Format): Column<PromoCodeUse>[] => [
  { key: 'cabinet', title: t('admin:promo.use.cabinet'), isMain: true, cell: ({ email }) => email },
  {
    key: 'sum',
    title: t('admin:promo.use.sum'),
    isNumeric: true,
    cell: ({ amountMinor, currency }) => format.money({ amountMinor, currency }),
  },
  { key: 'date', title: t('admin:promo.use.date'), isBrief: true, cell: ({ createdAt }) => format.date(createdAt) },
  {
    key: 'state',
    title: t('admin:promo.use.state'),
    isBrief: true,
    cell: ({ state }) => <ToneBadge tone={TONES[state]}>{t(`admin:promo.use_state.${state}`)}</ToneBadge>,
  },
];

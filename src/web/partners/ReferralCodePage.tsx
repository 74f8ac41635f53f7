import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import type { ReferralCode } from '#contract/partners/calls.ts';
import { idIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { QrPicture } from '#web/ui/preview/QrPicture.tsx';
import { sumsOf } from './partner-words.ts';
import classes from './partners.module.css';
import { useMakeCode, usePartner } from './use-partners.ts';

const LIST = '/partners/promocodes';

const readSearch = ({ code }: Readonly<Record<string, unknown>>) => ({ codeId: idIn<string>(code) });

/** Route: /partners/promocode: the code that the address names, else the newest. */
export function ReferralCodePage() {
  const t = useTexts();
  const { codeId } = usePageSearch(readSearch);
  const partner = usePartner();
  const { data } = partner;
  const chosen = data?.codes.find(({ id }) => id === codeId) ?? data?.codes[0];
  usePageName(chosen?.code);
  return (
    <>
      <PageHead
        backTo={LIST}
        title={chosen?.code ?? t('partners:code.title')}
        state={data && !chosen ? undefined : t('partners:code.lead')}
      />
      {!data && partner.isError && <Failure error={partner.error} onRetry={partner.refetch} />}
      {!data && !partner.isError && (
        <Loading>
          <Skeleton height={320} radius="md" />
        </Loading>
      )}
      {chosen && <CodeView code={chosen} />}
      {data && !chosen && <NoCode discount={data.terms.discountPercent} reward={data.terms.rewardPercent} />}
    </>
  );
}

function NoCode({ discount, reward }: { discount: number; reward: number }) {
  const t = useTexts();
  const make = useMakeCode();
  const onMake = () => make.mutate(undefined, { onError: (error) => toast.error({ title: problemText(error, t) }) });
  return (
    <EmptyState
      icon={<IconGift size={40} stroke={1.4} />}
      text={t('partners:lead', { discount, reward })}
      action={
        <Button onClick={onMake} loading={make.isPending}>
          {t('partners:make')}
        </Button>
      }
    />
  );
}

function CodeView({ code: referral }: { code: ReferralCode }) {
  const t = useTexts();
  const format = useFormat();
  const { code, link, discountPercent, rewardPercent, rewardMinor, isActive, sums } = referral;
  return (
    <Stack gap="lg" maw={720}>
      {!isActive && <Text c="attention">{t('partners:code.off')}</Text>}
      <CopyField label={t('partners:code.link')} description={t('partners:code.link_help')} value={link} />
      <CopyField label={t('partners:code.code')} description={t('partners:code.code_help')} value={code} />
      <div className={classes.link}>
        <QrPicture className={classes.qr} text={link} label={t('partners:code.qr', { code })} />
        <Text size="sm" c="dimmed">
          {t('partners:code.qr_help')}
        </Text>
      </div>
      <Facts
        facts={[
          { label: t('partners:code.discount'), value: t('partners:percent', { percent: discountPercent }) },
          {
            label: t('partners:code.reward'),
            value: rewardWords(),
          },
          { label: t('partners:codes.clicked'), value: format.number(referral.clicked) },
          { label: t('partners:codes.registered'), value: format.number(referral.registered) },
          { label: t('partners:codes.paid'), value: format.number(referral.paid) },
          { label: t('partners:codes.earned'), value: sumsOf(sums, 'earnedMinor', format) },
          { label: t('partners:codes.paid_out'), value: sumsOf(sums, 'paidOutMinor', format) },
        ]}
      />
    </Stack>
  );

  /** A sum is in the currency of the friend's payment. */
  function rewardWords(): string {
    const percent = rewardPercent > 0 ? t('partners:percent', { percent: rewardPercent }) : null;
    const sum = rewardMinor > 0 ? format.money({ amountMinor: rewardMinor, currency: 'RUB' }) : null;
    return [sum, percent].filter(Boolean).join(' + ') || '—';
  }
}

import { Button, Skeleton, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { CodeList } from './CodeList.tsx';
import { PayoutList } from './PayoutList.tsx';
import { RewardBalance } from './RewardBalance.tsx';
import { useMakeCode, usePartner } from './use-partners.ts';

/** Route: /partners/promocodes */
export function PartnerPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const partner = usePartner();
  const make = useMakeCode();
  const { data } = partner;
  const onMake = () =>
    make.mutate(undefined, {
      onSuccess: ({ id }) => void navigate({ to: '/partners/promocode', search: { code: id } }),
      onError: (error) => toast.error({ title: problemText(error, t) }),
    });
  return (
    <>
      <PageHead
        title={t('partners:title')}
        state={
          data
            ? t('partners:lead', { discount: data.terms.discountPercent, reward: data.terms.rewardPercent })
            : '\u00a0'
        }
        action={
          <Button onClick={onMake} loading={make.isPending} disabled={!data}>
            {t('partners:make')}
          </Button>
        }
      />
      {!data && partner.isError && <Failure error={partner.error} onRetry={partner.refetch} />}
      {!data && !partner.isError && (
        <Loading>
          <Skeleton height={110} radius="md" mb="lg" />
          <Skeleton height={240} radius="md" />
        </Loading>
      )}
      {data && (
        <Stack gap="xl">
          <RewardBalance accounts={data.accounts} />
          <CodeList codes={data.codes} />
          <PayoutList />
        </Stack>
      )}
    </>
  );
}

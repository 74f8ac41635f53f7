import { Button, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { listSubscriptions } from '#contract/billing/subscriptions.ts';
import type { CardId } from '#contract/billing/subscriptions.ts';
import type { PaymentId } from '#contract/billing/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { tariffName } from '#web/billing/billing-words.ts';
import { ReturnedPayment } from '#web/billing/ReturnedPayment.tsx';
import { idIn } from '#web/lib/api/known.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ReturnedCard } from './ReturnedCard.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import { useBindCard, useSubscriptions } from './use-subscriptions.ts';

type Found = ReplyOf<typeof listSubscriptions>;

const readSearch = ({ payment, card }: Readonly<Record<string, unknown>>) => ({
  payment: idIn<PaymentId>(payment),
  card: idIn<CardId>(card),
});

/** Route: /payments/subscriptions */
export function SubscriptionsPage() {
  const t = useTexts();
  const session = useSession();
  const { payment, card } = usePageSearch(readSearch);
  const found = useSubscriptions();
  const { data } = found;
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  return (
    <>
      <PageHead title={t('billing:renewals.title')} state={t('billing:renewals.lead')} backTo="/payments" />
      <Stack gap="lg">
        {payment && <ReturnedPayment key={payment} paymentId={payment} />}
        {card && <ReturnedCard key={card} cardId={card} />}
        {data?.trial && isOwner && <TrialOffer trial={data.trial} />}
        {data?.subscriptions.map((subscription) => (
          <SubscriptionCard key={subscription.id} subscription={subscription} isOwner={isOwner} />
        ))}
        {data && data.subscriptions.length > 0 && !isOwner && (
          <Text size="sm" c="dimmed">
            {t('billing:renewals.owner_only')}
          </Text>
        )}
        {data?.subscriptions.length === 0 && (!data.trial || !isOwner) && (
          <EmptyState
            text={t('billing:renewals.empty')}
            action={
              <Button component={Link} to="/payments">
                {t('billing:renewals.to_pay')}
              </Button>
            }
          />
        )}
        {!data && found.isError && <Failure error={found.error} onRetry={found.refetch} />}
        {!data && !found.isError && (
          <Loading>
            <Skeleton height={220} radius="md" />
          </Loading>
        )}
      </Stack>
    </>
  );
}

/** A card bound now is charged when the trial ends. */
function TrialOffer({ trial }: { trial: NonNullable<Found['trial']> }) {
  const t = useTexts();
  const format = useFormat();
  const bind = useBindCard();
  return (
    <Card component="section" aria-label={t('billing:renewals.trial.title')}>
      <Title order={2} size="h3" mb="xs">
        {t('billing:renewals.trial.title')}
      </Title>
      <Text mb="md">
        {t('billing:renewals.trial.text', {
          date: format.date(trial.chargeAt),
          sum: format.money(trial),
          tariff: tariffName(trial.tariffId, t),
        })}
      </Text>
      <div>
        <Button loading={bind.isPending} onClick={() => bind.mutate({ purpose: 'trial' })}>
          {t('billing:renewals.trial.action')}
        </Button>
      </div>
    </Card>
  );
}

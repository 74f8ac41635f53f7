import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { tariffName } from '#web/billing/billing-words.ts';
import { reasonInWords } from '#web/billing/ReturnedPayment.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { ChargeList } from './ChargeList.tsx';
import { useStateWords } from './use-state-words.ts';
import { useBindCard, useSubscriptionActions } from './use-subscriptions.ts';

const TONES = { trial: 'good', active: 'good', grace: 'attention', read_only: 'bad', expired: 'gray' } as const;

type Props = { subscription: Subscription; isOwner: boolean };

/** A renewal with its time, sum and card, and the things an owner may do about it. */
export function SubscriptionCard({ subscription, isOwner }: Props) {
  const t = useTexts();
  const format = useFormat();
  const words = useStateWords(subscription);
  const [hasPast, setPast] = useState(false);
  const { tariffId, state, months, card, lastRefusal } = subscription;
  const name = tariffName(tariffId, t);
  const cardName = [card.brand, card.lastDigits && `•• ${card.lastDigits}`].filter(Boolean).join(' ') || '••';
  return (
    <Card component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            {name}
          </Title>
          <ToneBadge tone={TONES[state]}>{t(`billing:renewals.state.${state}`)}</ToneBadge>
        </Group>
        <Text>{words}</Text>
        <Text size="sm" c="dimmed">
          {t('billing:renewals.per', { sum: format.money(subscription), count: months })}
          {' · '}
          {t('billing:renewals.card')} {cardName}
        </Text>
        {lastRefusal && (
          <Text size="sm">
            {t('billing:renewals.refused', {
              date: format.date(lastRefusal.at),
              reason: reasonInWords(lastRefusal, t),
            })}
          </Text>
        )}
        {card.trouble && !lastRefusal && <Text size="sm">{t('billing:renewals.card_trouble')}</Text>}
        {isOwner && <Actions subscription={subscription} name={name} />}
        <div>
          <Button variant="subtle" color="gray" px={0} aria-expanded={hasPast} onClick={() => setPast(!hasPast)}>
            {t(hasPast ? 'billing:renewals.hide_past' : 'billing:renewals.past')}
          </Button>
        </div>
        {hasPast && <ChargeList subscriptionId={subscription.id} />}
      </Stack>
    </Card>
  );
}

function Actions({ subscription, name }: { subscription: Subscription; name: string }) {
  const t = useTexts();
  const format = useFormat();
  const { id, state, isCancelled, canResume, dueAt, isCharging } = subscription;
  const { cancel, resume, pay } = useSubscriptionActions(id);
  const bind = useBindCard();
  const [isConfirming, setConfirming] = useState(false);
  const isPaid = state === 'trial' || state === 'active';
  const sum = format.money(subscription);
  const turnOff = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        setConfirming(false);
        if (!isPaid) toast.success({ title: t('billing:renewals.cancelled_now_toast') });
        else
          toast.undo({ title: t('billing:renewals.cancelled_toast', { date: format.date(dueAt) }) }, () =>
            resume.mutate(),
          );
      },
    });
  const isOverdue = !isPaid && !isCharging;
  return (
    <>
      <Group gap="xs" mt="xs">
        {(isOverdue || !isCancelled) && !isCharging && (
          <Button variant={isOverdue ? 'filled' : 'default'} loading={pay.isPending} onClick={() => pay.mutate()}>
            {t('billing:renewals.pay', { sum })}
          </Button>
        )}
        {!isCancelled && state !== 'expired' && (
          <Button
            variant="default"
            loading={bind.isPending}
            onClick={() => bind.mutate({ purpose: 'subscription', subscriptionId: id })}
          >
            {t('billing:renewals.change_card')}
          </Button>
        )}
        {canResume && (
          <Button loading={resume.isPending} onClick={() => resume.mutate()}>
            {t('billing:renewals.undo')}
          </Button>
        )}
        {!isCancelled && state !== 'expired' && (
          <Button
            variant="subtle"
            color="gray"
            loading={cancel.isPending}
            onClick={() => (isPaid ? turnOff() : setConfirming(true))}
          >
            {t('billing:renewals.cancel')}
          </Button>
        )}
      </Group>
      {isOverdue && !isCancelled && state !== 'expired' && (
        <Text size="sm" c="dimmed">
          {t('billing:renewals.change_card_note', { sum })}
        </Text>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('billing:renewals.stop_title')}
        text={t('billing:renewals.stop_text', { tariff: name })}
        confirmLabel={t('billing:renewals.cancel')}
        isBusy={cancel.isPending}
        isDangerous
        onConfirm={turnOff}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

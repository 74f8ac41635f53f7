import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { getPay } from '#contract/admin/pays.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { amountIn } from './pay-form.ts';
import { sumIn } from './pay-words.tsx';
import { useRefundPay, type UserId } from './use-pays.ts';

type Props = { userId: UserId; pay: ReplyOf<typeof getPay> };

/** Returns money of a payment that its payer paid at the bank. */
export function RefundForm({ userId, pay }: Props) {
  const going = pay.refunds.filter(({ status }) => status !== 'canceled').reduce((sum, { amount }) => sum + amount, 0);
  const left = Math.round((pay.amount - going) * 100) / 100;
  if (pay.status !== 'succeeded' || pay.paymentId === null || left <= 0) return null;
  return <Fields key={left} userId={userId} pay={pay} left={left} />;
}

function Fields({ userId, pay, left }: Props & { left: number }) {
  const t = useTexts();
  const format = useFormat();
  const refund = useRefundPay(userId, pay.id);
  const [amount, setAmount] = useState(String(left));
  const [reason, setReason] = useState('');
  const sum = amountIn(amount);
  const isRight = sum > 0 && sum <= left && reason.trim() !== '';
  const submit = () =>
    refund.mutate(
      { amount: sum, reason: reason.trim() },
      {
        onSuccess: ({ status }) =>
          status === 'canceled'
            ? toast.error({ title: t('pays:refund.failed'), description: t('pays:refund.canceled') })
            : toast.success({ title: t(`pays:refund.${status}`) }),
        onError: (error) => toast.error({ title: t('pays:refund.failed'), description: problemText(error, t) }),
      },
    );
  return (
    <section aria-label={t('pays:refund.title')}>
      <Title order={3} size="h4">
        {t('pays:refund.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('pays:refund.left', { sum: sumIn(left, pay, format) })}
      </Text>
      <Stack gap="xs">
        <TextInput
          label={t('pays:refund.amount')}
          inputMode="decimal"
          value={amount}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        <TextInput
          label={t('pays:refund.reason')}
          maxLength={2000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button color="bad" variant="light" disabled={!isRight} loading={refund.isPending} onClick={submit}>
            {t('pays:refund.submit', { sum: Number.isFinite(sum) ? sumIn(sum, pay, format) : '' })}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

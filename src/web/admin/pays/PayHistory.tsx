import { Text, Title } from '@mantine/core';
import type { getPay } from '#contract/admin/pays.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { sumIn } from './pay-words.tsx';

const TONES = { pending: 'attention', succeeded: 'good', canceled: 'bad' } as const;

/** Refunds of a payment, and what was corrected in the period that it gave. */
export function PayHistory({ pay }: { pay: ReplyOf<typeof getPay> }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <>
      {pay.refunds.map((refund) => (
        <Text key={refund.id} size="sm">
          <ToneBadge tone={TONES[refund.status]}>{t(`pays:refund.${refund.status}`)}</ToneBadge>{' '}
          {t('pays:refund.row', {
            sum: sumIn(refund.amount, pay, format),
            date: format.date(refund.createdAt),
            reason: refund.reason,
          })}
        </Text>
      ))}
      {pay.corrections.length > 0 && (
        <section aria-label={t('pays:corrections.title')}>
          <Title order={3} size="h4">
            {t('pays:corrections.title')}
          </Title>
          {pay.corrections.map(({ kind, at, balances: { messages } }) => (
            <Text key={at + kind} size="sm">
              {t(`pays:corrections.${kind}`, { date: format.dateTime(at) })}
              {kind !== 'restored' &&
                messages.given > 0 &&
                `. ${t('pays:corrections.taken', {
                  messages: format.number(messages.taken),
                  used: format.number(messages.given - messages.taken),
                })}`}
            </Text>
          ))}
        </section>
      )}
    </>
  );
}

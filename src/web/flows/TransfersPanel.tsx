import { Button, Card, Text, Title } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormat } from '#web/lib/format.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { ToneBadge } from '#web/ui/ToneBadge.tsx';
import classes from './many.module.css';
import { OfferCard } from './OfferCard.tsx';
import { useCancelTransfer, useTransfers } from './use-flow-transfers.ts';

/** What other cabinets offer this one, and what it offered them; nothing while there is neither. */
export function TransfersPanel() {
  const { data } = useTransfers();
  const offers = data?.offers ?? [];
  const sent = data?.sent ?? [];
  if (offers.length === 0 && sent.length === 0) return null;
  return (
    <div className={classes.panel}>
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} />
      ))}
      {sent.length > 0 && <SentCard sent={sent} />}
    </div>
  );
}

const TONES = { pending: 'attention', accepted: 'good', cancelled: 'gray', expired: 'gray' } as const;

function SentCard({ sent }: { sent: NonNullable<ReturnType<typeof useTransfers>['data']>['sent'] }) {
  const t = useTexts();
  const format = useFormat();
  const cancel = useCancelTransfer();
  const isOwner = useCurrentUser().memberRole === 'owner';
  return (
    <Card component="details">
      <Title order={2} size="h3" component="summary">
        {t('flowlist.transfer.sent_title', { count: sent.length })}
      </Title>
      <ul className={classes.sent}>
        {sent.map(({ id, kind, email, titles, state, expiresAt }) => (
          <li key={id} className={classes.row}>
            <div>
              <Text size="sm">{titles.join(', ')}</Text>
              <Text size="sm" c="dimmed">
                {t(`flowlist.transfer.to_${kind}`, { email })}
                {state === 'pending' && ` · ${t('flowlist.transfer.until', { when: format.date(expiresAt) })}`}
              </Text>
            </div>
            <span className={classes.options}>
              <ToneBadge tone={TONES[state]}>{t(`flowlist.transfer.state.${state}`)}</ToneBadge>
              {state === 'pending' && isOwner && (
                <Button size="compact-sm" variant="default" onClick={() => cancel.mutate(id)}>
                  {t('flowlist.transfer.take_back')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

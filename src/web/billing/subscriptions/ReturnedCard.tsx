import { Alert, Button } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import type { CardId } from '#contract/billing/subscriptions.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useReturnedCard } from './use-subscriptions.ts';

/** Says whether the card that its holder has returned from binding was bound. */
export function ReturnedCard({ cardId }: { cardId: CardId }) {
  const t = useTexts();
  const { data: card } = useReturnedCard(cardId);
  if (!card) return null;
  if (card.status === 'canceled') {
    return (
      <TroubleAlert tone="bad" title={t('billing:renewals.bound.canceled')}>
        {t('billing:renewals.bound.canceled_text')}
      </TroubleAlert>
    );
  }
  const isActive = card.status === 'active';
  return (
    <Alert
      role="status"
      color={isActive ? 'good' : 'gray'}
      icon={isActive ? <IconCheck size={20} /> : <IconClock size={20} />}
      title={t(isActive ? 'billing:renewals.bound.active' : 'billing:renewals.bound.pending')}
    >
      {t(isActive ? 'billing:renewals.bound.active_text' : 'billing:renewals.bound.pending_text')}
      {!isActive && card.bindUrl && (
        <div>
          <Button component="a" href={card.bindUrl} mt="sm">
            {t('billing:renewals.bound.open_bank')}
          </Button>
        </div>
      )}
    </Alert>
  );
}

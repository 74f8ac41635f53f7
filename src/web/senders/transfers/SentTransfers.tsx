import { Button, Card, Text, Title } from '@mantine/core';
import type { SentTransfer } from '#contract/senders/transfers.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './transfers.module.css';
import { type Transfers, useCancelTransfer } from './use-transfers.ts';

const TONES = { pending: 'attention', accepted: 'good', cancelled: 'gray', expired: 'gray' } as const;

type Props = { transfers: Pick<Transfers, 'room' | 'cancel'>; sent: readonly SentTransfer[] };

/** Offers of this cabinet to others, with their outcome. */
export function SentTransfers({ transfers, sent }: Props) {
  const t = useTexts();
  const format = useFormat();
  const cancel = useCancelTransfer(transfers);
  const isOwner = useCurrentUser().memberRole === 'owner';
  return (
    <Card component="details">
      <Title order={2} size="h3" component="summary">
        {t('transfers:sent_title', { count: sent.length })}
      </Title>
      <ul className={classes.sent}>
        {sent.map(({ id, kind, email, titles, state, expiresAt }) => (
          <li key={id} className={classes.row}>
            <div>
              <Text size="sm">{titles.join(', ')}</Text>
              <Text size="sm" c="dimmed">
                {t(`transfers:to_${kind}`, { email })}
                {state === 'pending' && ` · ${t('transfers:until', { when: format.date(expiresAt) })}`}
              </Text>
            </div>
            <span className={classes.options}>
              <ToneBadge tone={TONES[state]}>{t(`transfers:state.${state}`)}</ToneBadge>
              {state === 'pending' && isOwner && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={cancel.isPending && cancel.variables === id}
                  onClick={() => cancel.mutate(id)}
                >
                  {t('transfers:take_back')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

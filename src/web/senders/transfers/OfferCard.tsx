import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { toReadable } from '#web/texts/editor/variable-names.ts';
import classes from './transfers.module.css';
import { type Offer, type Offered, type Transfers, useAcceptOffer, useDeclineOffer } from './use-transfers.ts';

type Props = { transfers: Transfers; offer: Offer<Offered> };

/** Senders offered by another cabinet, with buttons to accept or decline. */
export function OfferCard({ transfers, offer }: Props) {
  const { room, describe } = transfers;
  const { id, fromName, fromEmail, expiresAt, items } = offer;
  const t = useTexts();
  const format = useFormat();
  const accept = useAcceptOffer(transfers);
  const decline = useDeclineOffer(transfers);
  const isOwner = useCurrentUser().memberRole === 'owner';
  const isBusy = accept.isPending || decline.isPending;
  return (
    <Card>
      <div className={classes.offer}>
        <div>
          <Title order={2} size="h3">
            {t(`transfers:${room}.offer_title`, { name: fromName, count: items.length })}
          </Title>
          <Text size="sm" c="dimmed">
            {fromEmail} · {t('transfers:until', { when: format.date(expiresAt) })}
          </Text>
        </div>
        <ul className={classes.items}>
          {items.map((item, index) => (
            <OfferedItem key={index} item={item} {...describe(item, t)} />
          ))}
        </ul>
        <Text size="sm">{t(`transfers:${room}.offer_text`)}</Text>
        {isOwner ? (
          <Group gap="xs">
            <Button loading={accept.isPending} disabled={isBusy} onClick={() => accept.mutate(id)}>
              {t('transfers:accept')}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => decline.mutate(id)}>
              {t('transfers:decline')}
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {t('transfers:owner_only')}
          </Text>
        )}
      </div>
    </Card>
  );
}

type ItemProps = { item: Offered } & ReturnType<Transfers['describe']>;

function OfferedItem({ item, first, toFill }: ItemProps) {
  const t = useTexts();
  const names = useVariableNames();
  const { title, text, languages, buttonTitles, hasImage } = item;
  const facts = [
    first,
    languages.length > 0 && t('transfers:languages', { count: languages.length }),
    buttonTitles.length > 0 && t('transfers:buttons', { titles: buttonTitles.join(', ') }),
    hasImage && t('transfers:image'),
  ].filter((fact) => fact !== false);
  return (
    <li className={classes.item}>
      <Text fw={550}>{title}</Text>
      {facts.length > 0 && (
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
      <Text size="sm" lineClamp={4} className={classes.text}>
        {toReadable(text, names)}
      </Text>
      {toFill.length > 0 && (
        <Text size="sm" c="attention">
          {t('attention:list.to_fill', { what: toFill.join(', ') })}
        </Text>
      )}
    </li>
  );
}

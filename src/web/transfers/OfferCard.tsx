import { Button, Card, Group, Text, Title } from '@mantine/core';
import type { FlowOffer } from '#contract/flow-transfers.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { useKindWords } from '#web/lib/flow-kind-words.ts';
import classes from './transfers.module.css';
import { useAcceptOffer, useDeclineOffer } from './use-transfers.ts';
import { useVariableNames } from '#web/texts/use-variable-names.ts';
import { toReadable } from '#web/texts/variable-names.ts';

/** Flows offered by another cabinet, with buttons to accept or decline. */
export function OfferCard({ offer }: { offer: FlowOffer }) {
  const t = useTexts();
  const format = useFormat();
  const accept = useAcceptOffer();
  const decline = useDeclineOffer();
  const isOwner = useCurrentUser().memberRole === 'owner';
  const isBusy = accept.isPending || decline.isPending;
  return (
    <Card>
      <div className={classes.offer}>
        <div>
          <Title order={2} size="h3">
            {t('transfers:offer_title', { name: offer.fromName, count: offer.flows.length })}
          </Title>
          <Text size="sm" c="dimmed">
            {offer.fromEmail} · {t('transfers:until', { when: format.date(offer.expiresAt) })}
          </Text>
        </div>
        <ul className={classes.offerFlows}>
          {offer.flows.map((flow, index) => (
            <OfferedFlow key={index} flow={flow} />
          ))}
        </ul>
        <Text size="sm">{t('transfers:offer_text')}</Text>
        {isOwner ? (
          <Group gap="xs">
            <Button loading={accept.isPending} disabled={isBusy} onClick={() => accept.mutate(offer)}>
              {t('transfers:accept')}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => decline.mutate(offer)}>
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

function OfferedFlow({ flow }: { flow: FlowOffer['flows'][number] }) {
  const t = useTexts();
  const kindWords = useKindWords();
  const names = useVariableNames();
  const { title, kind, text, languages, buttonTitles, hasImage, toFill } = flow;
  const facts = [
    kindWords(kind),
    languages.length > 0 && t('transfers:languages', { count: languages.length }),
    buttonTitles.length > 0 && t('transfers:buttons', { titles: buttonTitles.join(', ') }),
    hasImage && t('transfers:image'),
  ].filter((fact) => fact !== false);
  return (
    <li className={classes.offerFlow}>
      <Text fw={550}>{title}</Text>
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      <Text size="sm" lineClamp={4} className={classes.text}>
        {toReadable(text, names)}
      </Text>
      {toFill.length > 0 && (
        <Text size="sm" c="attention">
          {t('flows:list.to_fill', { what: toFill.map((what) => t(`flows:list.fill.${what}`)).join(', ') })}
        </Text>
      )}
    </li>
  );
}

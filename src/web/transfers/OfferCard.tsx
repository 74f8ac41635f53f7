import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useKindWords } from '#web/lib/format/flow-kind-words.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { toReadable } from '#web/texts/editor/variable-names.ts';
import classes from './transfers.module.css';
import { type Offer, useAcceptOffer, useDeclineOffer } from './use-transfers.ts';

/** Flows or mailings offered by another cabinet, with buttons to accept or decline. */
export function OfferCard({ offer }: { offer: Offer }) {
  const t = useTexts();
  const format = useFormat();
  const accept = useAcceptOffer(offer.of);
  const decline = useDeclineOffer(offer.of);
  const isOwner = useCurrentUser().memberRole === 'owner';
  const isBusy = accept.isPending || decline.isPending;
  return (
    <Card>
      <div className={classes.offer}>
        <div>
          <Title order={2} size="h3">
            {offer.of === 'flows'
              ? t('transfers:offer_title', { name: offer.fromName, count: offer.flows.length })
              : t('transfers:mailings.offer_title', { name: offer.fromName, count: offer.mailings.length })}
          </Title>
          <Text size="sm" c="dimmed">
            {offer.fromEmail} · {t('transfers:until', { when: format.date(offer.expiresAt) })}
          </Text>
        </div>
        <ul className={classes.offerFlows}>
          {offer.of === 'flows'
            ? offer.flows.map((flow, index) => <OfferedFlow key={index} flow={flow} />)
            : offer.mailings.map((mailing, index) => <OfferedMailing key={index} mailing={mailing} />)}
        </ul>
        <Text size="sm">{t(offer.of === 'flows' ? 'transfers:offer_text' : 'transfers:mailings.offer_text')}</Text>
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

type OfferOf<Of extends Offer['of']> = Extract<Offer, { of: Of }>;

function OfferedFlow({ flow }: { flow: OfferOf<'flows'>['flows'][number] }) {
  const t = useTexts();
  const kindWords = useKindWords();
  const toFill = flow.toFill.map((what) => t(`flows:list.fill.${what}`));
  return <Offered offered={flow} first={kindWords(flow.kind)} toFill={toFill} />;
}

function OfferedMailing({ mailing }: { mailing: OfferOf<'mailings'>['mailings'][number] }) {
  const t = useTexts();
  const { variants } = mailing;
  const toFill = mailing.toFill.map((what) =>
    what === 'audience' ? t('transfers:mailings.audience') : t(`flows:list.fill.${what}`),
  );
  const first = variants > 0 && t('transfers:mailings.variants', { count: variants });
  return <Offered offered={mailing} first={first} toFill={toFill} />;
}

type OfferedProps = {
  offered: Pick<OfferOf<'mailings'>['mailings'][number], 'title' | 'text' | 'languages' | 'buttonTitles' | 'hasImage'>;
  /** The first of its facts; false: none. */
  first: string | false;
  /** Settings that must be chosen again, in words. */
  toFill: readonly string[];
};

function Offered({ offered, first, toFill }: OfferedProps) {
  const t = useTexts();
  const names = useVariableNames();
  const { title, text, languages, buttonTitles, hasImage } = offered;
  const facts = [
    first,
    languages.length > 0 && t('transfers:languages', { count: languages.length }),
    buttonTitles.length > 0 && t('transfers:buttons', { titles: buttonTitles.join(', ') }),
    hasImage && t('transfers:image'),
  ].filter((fact) => fact !== false);
  return (
    <li className={classes.offerFlow}>
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
          {t('flows:list.to_fill', { what: toFill.join(', ') })}
        </Text>
      )}
    </li>
  );
}

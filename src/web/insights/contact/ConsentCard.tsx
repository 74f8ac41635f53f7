import { Button, Card, Group, Text, Title } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConsentEntry } from '#contract/contacts/consents.ts';
import type { ContactCard } from '#contract/insights/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from '#web/insights/insights.module.css';
import { RecordConsentDialog } from './ConsentDialogs.tsx';
import { WithdrawConsentDialog } from './ConsentDialogs.tsx';

/** Consents of the contact to advertising: where from and when; a member records or withdraws one. */
export function ConsentCard({ card }: { card: ContactCard }) {
  const t = useTexts();
  const [opened, setOpened] = useState<'record' | 'withdraw' | null>(null);
  const [newest] = card.consents;
  const close = () => setOpened(null);
  return (
    <Card component="section" aria-label={t('insights:consent.title')}>
      <div className={classes.reachHead}>
        <Title order={2}>{t('insights:consent.title')}</Title>
        <ConsentBadge newest={newest} />
      </div>
      {newest ? (
        <ul className={classes.reach}>
          {card.consents.map((entry) => (
            <Entry key={`${entry.recordedAt}.${entry.listTitle ?? ''}`} entry={entry} />
          ))}
        </ul>
      ) : (
        <Text size="sm" c="dimmed">
          {t('insights:consent.none_text')}
        </Text>
      )}
      <Group gap="xs" mt="md">
        <Button variant="default" leftSection={<IconSignature size={18} />} onClick={() => setOpened('record')}>
          {t('insights:consent.record')}
        </Button>
        {newest?.isGiven && (
          <Button variant="subtle" onClick={() => setOpened('withdraw')}>
            {t('insights:consent.withdraw')}
          </Button>
        )}
      </Group>
      <>
        {opened === 'record' && <RecordConsentDialog contactId={card.id} onClose={close} />}
        {opened === 'withdraw' && <WithdrawConsentDialog contactId={card.id} onClose={close} />}
      </>
    </Card>
  );
}

function ConsentBadge({ newest }: { newest: ConsentEntry | undefined }) {
  const t = useTexts();
  if (!newest) return <ToneBadge tone="attention">{t('insights:consent.none')}</ToneBadge>;
  return newest.isGiven ? (
    <ToneBadge tone="good">{t('insights:consent.given')}</ToneBadge>
  ) : (
    <ToneBadge tone="bad">{t('insights:consent.withdrawn')}</ToneBadge>
  );
}

function Entry({
  entry: { isGiven, source, consentedOn, listTitle, recordedAt, recordedBy, optOut },
}: {
  entry: ConsentEntry;
}) {
  const t = useTexts();
  const format = useFormat();
  const author = listTitle === null ? recordedBy : t('insights:consent.from_list', { title: listTitle });
  const when = format.dateTime(recordedAt);
  const given = consentedOn
    ? t('insights:consent.given_on', { day: format.date(`${consentedOn}T12:00:00Z`, 'UTC') })
    : t('insights:consent.given_undated');
  return (
    <li>
      <Text fw={550}>{isGiven ? given : t('insights:consent.withdrawn_entry')}</Text>
      {optOut && <Text size="sm">{t(`contacts:source.${optOut}`)}</Text>}
      {source && <Text size="sm">{source}</Text>}
      <Text size="sm" c="dimmed">
        {author ? t('insights:consent.by', { who: author, when }) : when}
      </Text>
    </li>
  );
}

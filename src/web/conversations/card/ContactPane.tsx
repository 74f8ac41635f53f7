import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ContactCard, VisitOfContact } from '#contract/insights/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useChannelTitle } from '#web/channels/use-channel-title.ts';
import { ContactDeals, useHasDeals } from '#web/deals/ContactDeals.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import classes from './card.module.css';
import { ContactTags } from './ContactTags.tsx';
import { OptOutSwitch } from './OptOutSwitch.tsx';
import { useContactFacts } from './use-contact-facts.ts';

type Props = { contactId: ContactId; onClose: () => void };

/** Facts about the contact of the thread: visits, tags, consent, opt-outs. */
export function ContactPane({ contactId, onClose }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const card = useContactFacts(contactId);
  const Icon = isMobile ? IconArrowLeft : IconX;
  return (
    <aside className={classes.pane} aria-label={t('conversations:card.title')}>
      <div className={classes.head}>
        <ActionIcon aria-label={t('conversations:card.close')} onClick={onClose}>
          <Icon size={20} />
        </ActionIcon>
        <Title order={2}>{t('conversations:card.title')}</Title>
      </div>
      <div className={classes.body}>
        {card.data && <Facts card={card.data} />}
        {card.isPending && (
          <Loading>
            <RowsSkeleton rows={4} />
          </Loading>
        )}
        {card.isError && !card.data && <Failure error={card.error} onRetry={card.refetch} />}
      </div>
    </aside>
  );
}

function Facts({ card }: { card: ContactCard }) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const titleOf = useChannelTitle();
  const hasDeals = useHasDeals();
  const { name, phone, nextVisit, lastVisit, visitsCount, spent, note, isNoteFromList, consents, addresses } = card;
  const [consent] = consents;
  const isConsentGiven = consent?.isGiven === true;
  return (
    <>
      <div className={classes.who}>
        <Text fw={600} size="lg" className={classes.name}>
          {name || (phone && formatPhone(phone)) || t('conversations:nameless')}
        </Text>
        {name && phone && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
        <Button
          component={Link}
          to={`/contacts/${card.id}`}
          variant="default"
          size="xs"
          mt={8}
          className={classes.toCard}
        >
          {t('conversations:card.open')}
        </Button>
      </div>
      <Part title={t('conversations:card.visits')}>
        <Text size="sm" c="dimmed">
          {[
            t('conversations:card.visits_count', { count: visitsCount }),
            ...(spent.length > 0 ? [spent.map((sum) => format.money(sum)).join(', ')] : []),
          ].join(' · ')}
        </Text>
        {nextVisit ? (
          <Visit label={t('conversations:card.next')} visit={nextVisit} />
        ) : (
          <Text size="sm">{t('conversations:card.no_next')}</Text>
        )}
        {lastVisit && <Visit label={t('conversations:card.last')} visit={lastVisit} />}
      </Part>
      {hasDeals && (
        <Part title={t('deals:card.title')}>
          <ContactDeals contactId={card.id} name={name || (phone ?? '')} hasPhone={phone !== null} />
        </Part>
      )}
      <Part title={t('contacts:list.tags')}>
        <ContactTags contactId={card.id} tags={card.tags} />
      </Part>
      <Part title={t('conversations:card.messages')}>
        <OptOutSwitch card={card} />
      </Part>
      <Part title={t('conversations:card.consent')}>
        {consent ? (
          <ToneBadge tone={isConsentGiven ? 'good' : 'bad'}>
            {t(isConsentGiven ? 'conversations:card.consent_given' : 'conversations:card.consent_withdrawn')}
          </ToneBadge>
        ) : (
          <ToneBadge tone="gray">{t('conversations:card.consent_none')}</ToneBadge>
        )}
      </Part>
      {addresses.length > 0 && (
        <Part title={t('conversations:card.channels')}>
          <ul className={classes.channels}>
            {addresses.map(({ id, channelKind, channelTitle, state }) => {
              const { Icon } = CHANNEL_APPEARANCES[channelKind];
              return (
                <li key={id}>
                  <Icon size={16} aria-hidden />
                  <span>{titleOf(channelTitle)}</span>
                  {state !== 'reachable' && (
                    <Text span size="sm" c="dimmed">
                      {t(`conversations:card.${state}`)}
                    </Text>
                  )}
                </li>
              );
            })}
          </ul>
        </Part>
      )}
      {note && (
        <Part title={t(isNoteFromList ? 'conversations:card.note_list' : 'conversations:card.note')}>
          <Text size="sm" className={classes.note}>
            {note}
          </Text>
        </Part>
      )}
    </>
  );
}

function Visit({ label, visit }: { label: string; visit: VisitOfContact }) {
  const format = useFormat();
  const { startsAt, timeZone, serviceTitles, masterName, branchTitle } = visit;
  return (
    <div className={classes.visit}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={550}>{format.dateTime(startsAt, timeZone)}</Text>
      <Text size="sm">{[...serviceTitles, masterName, branchTitle].filter(Boolean).join(' · ')}</Text>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

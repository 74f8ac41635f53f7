import { Button, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { DecisionRule } from '#contract/delivery.ts';
import type { MailingPerson } from '#contract/mailing-results.ts';
import type { Mailing } from '#contract/mailings.ts';
import { MAILING_OUTCOMES } from '#contract/mailings-values.ts';
import { loadTexts, useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { Moment } from '#web/lib/Moment.tsx';
import { useFormatPhone } from '#web/lib/phone.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PagedRows } from '#web/ui/PagedRows.tsx';
import { SideDrawer } from '#web/ui/SideDrawer.tsx';
import type { PeopleGroup } from './MailingResultsPage.tsx';
import classes from './results.module.css';
import { useFollowUp, useMailingPeople } from './use-mailing-results.ts';

const SavePeople = lazy(async () => {
  const [{ SavePeople: menu }] = await Promise.all([import('./SavePeople.tsx'), loadTexts(['contacts'])]);
  return { default: menu };
});

type Props = {
  mailing: Mailing;
  /** Undefined: closed. */
  group: PeopleGroup | undefined;
  rule: DecisionRule | undefined;
  onClose: () => void;
};

/** The contacts behind a number of a mailing, and a next mailing to them. */
export function PeopleDrawer({ mailing, group, rule, onClose }: Props) {
  const t = useTexts();
  return (
    <SideDrawer
      isOpen={group !== undefined}
      title={t('mailings:results.people')}
      closeLabel={t('mailings:results.close')}
      onClose={onClose}
    >
      {group && (
        <>
          <Text fw={550} mb="xs">
            {rule ? t(`delivery:rule.${rule}`) : t(`mailings:results.group.${group}`)}
          </Text>
          <div className={classes.followUps}>
            {rule === undefined && <FollowUp mailing={mailing} group={group} />}
            <Suspense>
              <SavePeople mailing={mailing} group={group} rule={rule} />
            </Suspense>
          </div>
          <People mailing={mailing} group={group} rule={rule} />
        </>
      )}
    </SideDrawer>
  );
}

type Shown = { mailing: Mailing; group: PeopleGroup; rule?: DecisionRule | undefined };

/** Creates a draft to these contacts. Those left out and those kept back are written to in another way. */
function FollowUp({ mailing, group }: Shown) {
  const t = useTexts();
  const navigate = useNavigate();
  const followUp = useFollowUp(mailing);
  const outcome = wordIn(MAILING_OUTCOMES, group);
  if (!outcome || outcome === 'excluded') return null;
  const create = async () => {
    const title = t('mailings:results.follow_up_title', { title: mailing.title.slice(0, 80) });
    const draft = await followUp.mutateAsync({ title, outcome }).catch(() => null);
    if (draft) await navigate({ to: '/distributions/edit/$mailingId/{-$step}', params: { mailingId: draft.id } });
  };
  return (
    <Button
      variant="light"
      leftSection={<IconSend size={18} />}
      loading={followUp.isPending}
      onClick={() => void create()}
    >
      {t('mailings:results.follow_up')}
    </Button>
  );
}

function People({ mailing, group, rule }: Shown) {
  const t = useTexts();
  const people = useMailingPeople(mailing.id, { outcome: group, rule });
  return (
    <PagedRows list={people} empty={<EmptyState text={t('mailings:results.nobody')} />}>
      {(rows) => (
        <ul className={classes.people}>
          {rows.map((one) => (
            <Person key={one.messageId ?? one.contactId} one={one} isRuleNamed={rule !== undefined} />
          ))}
        </ul>
      )}
    </PagedRows>
  );
}

function Person({ one, isRuleNamed }: { one: MailingPerson; isRuleNamed: boolean }) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const { contactId, contactName, phone, channelTitle, at, repliedAt, rule } = one;
  const written = phone && formatPhone(phone);
  return (
    <li className={classes.person}>
      <Link to="/contacts/$contactId" params={{ contactId }} className={classes.name}>
        {contactName || written || t('mailings:results.nameless')}
      </Link>
      <Text size="sm" c="dimmed">
        {[contactName && written, channelTitle].filter(Boolean).join(' · ')}
        {at && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
      </Text>
      {repliedAt && <Text size="sm">{t('mailings:results.replied')}</Text>}
      {rule && !isRuleNamed && <Text size="sm">{t(`delivery:rule.${rule}`)}</Text>}
    </li>
  );
}

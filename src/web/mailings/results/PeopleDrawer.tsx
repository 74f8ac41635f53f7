import { Button, Group, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { MailingPerson } from '#contract/mailings/results.ts';
import type { Mailing } from '#contract/mailings/calls.ts';
import { MAILING_OUTCOMES } from '#contract/mailings/values.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { useChannelNames } from '#web/channels/use-channel-names.ts';
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
  /** Channels by which its messages left. */
  usedChannels: readonly ChannelId[];
  onOpen: (group: PeopleGroup) => void;
  onClose: () => void;
};

/** Groups within a group. */
const PARTS: Partial<Record<PeopleGroup, readonly PeopleGroup[]>> = {
  sent: ['not_delivered', 'not_read'],
  delivered: ['not_read'],
  read: ['read_not_replied'],
};

/** The contacts behind a number of a mailing, and a next mailing to them. */
export function PeopleDrawer({ mailing, group, rule, usedChannels, onOpen, onClose }: Props) {
  const t = useTexts();
  return (
    <SideDrawer
      isOpen={group !== undefined}
      title={t('mailing_results:people')}
      closeLabel={t('mailing_results:close')}
      onClose={onClose}
    >
      {group && (
        <>
          <Text fw={550} mb="xs">
            {rule ? t(`rules:${rule}.name`) : t(`mailing_results:group.${group}`)}
          </Text>
          {rule === undefined && PARTS[group] && (
            <Group gap="sm" mb="sm">
              {PARTS[group].map((part) => (
                <LinkButton key={part} onClick={() => onOpen(part)}>
                  {t(`mailing_results:group.${part}`)}
                </LinkButton>
              ))}
            </Group>
          )}
          <div className={classes.followUps}>
            {rule === undefined && <FollowUp mailing={mailing} group={group} usedChannels={usedChannels} />}
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
function FollowUp({ mailing, group, usedChannels }: Shown & Pick<Props, 'usedChannels'>) {
  const t = useTexts();
  const navigate = useNavigate();
  const followUp = useFollowUp(mailing);
  const channels = useChannels();
  const outcome = wordIn(MAILING_OUTCOMES, group);
  if (!outcome || outcome === 'excluded') return null;
  const isLost = outcome === 'not_delivered' || outcome === 'failed';
  const others = (channels.data ?? []).flatMap(({ id }) => (isLost && !usedChannels.includes(id) ? [id] : []));
  const create = async (channelIds?: ChannelId[]) => {
    const title = t('mailing_results:follow_up_title', { title: mailing.title.slice(0, 80) });
    const draft = await followUp.mutateAsync({ title, outcome, channelIds }).catch(() => null);
    if (draft) await navigate({ to: '/distributions/edit/$mailingId/{-$step}', params: { mailingId: draft.id } });
  };
  return (
    <>
      {others.length > 0 && (
        <Button
          variant="light"
          leftSection={<IconSend size={18} />}
          loading={followUp.isPending}
          onClick={() => void create(others)}
        >
          {t('mailing_results:other_channel')}
        </Button>
      )}
      <Button
        variant={others.length > 0 ? 'default' : 'light'}
        leftSection={<IconSend size={18} />}
        loading={followUp.isPending}
        onClick={() => void create()}
      >
        {t('mailing_results:follow_up')}
      </Button>
    </>
  );
}

function People({ mailing, group, rule }: Shown) {
  const t = useTexts();
  const people = useMailingPeople(mailing.id, { outcome: group, rule });
  return (
    <PagedRows list={people} empty={<EmptyState text={t('mailing_results:nobody')} />}>
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
  const nameOf = useChannelNames();
  const { contactId, contactName, phone, channelId, channelTitle, at, repliedAt, rule } = one;
  const written = phone && formatPhone(phone);
  return (
    <li className={classes.person}>
      <Link to="/contacts/$contactId" params={{ contactId }} className={classes.name}>
        {contactName || written || t('mailing_results:nameless')}
      </Link>
      <Text size="sm" c="dimmed">
        {[contactName && written, channelTitle && nameOf({ id: channelId, title: channelTitle })]
          .filter(Boolean)
          .join(' · ')}
        {at && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
      </Text>
      {repliedAt && <Text size="sm">{t('mailing_results:replied')}</Text>}
      {rule && !isRuleNamed && <Text size="sm">{t(`rules:${rule}.name`)}</Text>}
    </li>
  );
}

import { ActionIcon, Badge, Button, Card, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconDots,
  IconPlugConnectedX,
  IconRefresh,
  IconUserCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection } from '#contract/connections.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { ActionMenu, MenuDivider, MenuItem } from '#web/ui/ActionMenu.tsx';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';
import { BranchRow } from './BranchRow.tsx';
import classes from './connections.module.css';
import { UnreadablePosts } from './UnreadablePosts.tsx';
import { useRemoveConnection, useResync } from './use-connections.ts';

type Props = { connection: Connection; canChange: boolean; onReconnect: () => void };

/** One login of a booking system: how it is, and its branches. */
export function ConnectionCard({ connection, canChange, onReconnect }: Props) {
  const t = useTexts();
  const format = useFormat();
  const resync = useResync();
  const remove = useRemoveConnection();
  const [isOpen, setOpen] = useState(false);
  const isBroken = connection.state === 'broken';

  return (
    <Card>
      <div className={classes.head}>
        <div className={classes.name}>
          <Title order={2}>{connection.title}</Title>
          <Text c="dimmed">
            {connection.lastEventAt
              ? t('connections.last_event', { when: format.near(connection.lastEventAt) })
              : t('connections.no_event')}
          </Text>
        </div>
        <StateBadge state={connection.state} />
        {canChange && (
          <ActionMenu
            target={
              <ActionIcon aria-label={t('connections.more')} variant="subtle" color="gray">
                <IconDots size={20} />
              </ActionIcon>
            }
          >
            <MenuItem leftSection={<IconUserCheck size={16} />} onClick={onReconnect}>
              {t('connections.reconnect')}
            </MenuItem>
            <MenuDivider />
            <MenuItem
              color="bad"
              leftSection={<IconPlugConnectedX size={16} />}
              onClick={() => remove.mutate(connection.id)}
            >
              {t('connections.remove')}
            </MenuItem>
          </ActionMenu>
        )}
      </div>
      {connection.trouble && !isToldByBranch(connection) && (
        <TroubleAlert
          className={classes.trouble}
          tone={isBroken ? 'bad' : 'attention'}
          title={t(`connections.trouble.${connection.trouble}.title`)}
          note={connection.troubleText && t('connections.vendor_says', { text: connection.troubleText })}
        >
          {t(`connections.trouble.${connection.trouble}.todo`)}
        </TroubleAlert>
      )}
      <Stack gap="md" mt="md">
        {connection.branches.map((branch) => (
          <BranchRow key={branch.id} branch={branch} hookUrl={connection.hookUrl} canChange={canChange} />
        ))}
      </Stack>
      <div className={classes.actions}>
        {isBroken && canChange && <Button onClick={onReconnect}>{t('connections.reconnect')}</Button>}
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} />}
          loading={resync.isPending}
          onClick={() => resync.mutate(connection.id)}
        >
          {t('connections.resync')}
        </Button>
        <Button variant="subtle" color="gray" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'connections.less' : 'connections.details')}
        </Button>
      </div>
      {isOpen && <UnreadablePosts connectionId={connection.id} />}
    </Card>
  );
}

/** What a branch lacks stands at the branch, with what to do. */
function isToldByBranch({ trouble, branches }: Connection): boolean {
  if (trouble === 'hooks_manual') return branches.some((branch) => branch.hooksState === 'manual');
  return trouble === 'rights_missing' && branches.some((branch) => branch.missingRights.length > 0);
}

function StateBadge({ state }: { state: Connection['state'] }) {
  const t = useTexts();
  const color = { working: 'good', attention: 'attention', broken: 'bad' }[state];
  const Icon = state === 'working' ? IconCheck : IconAlertTriangle;
  return (
    <Badge color={color} leftSection={<Icon size={13} stroke={2.2} aria-hidden />}>
      {t(`connections.state.${state}`)}
    </Badge>
  );
}

import { Card, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { DeskChannel, DeskInbox, getDesk } from '#contract/desk/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { BranchId, Connection } from '#contract/connections/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { troubleWords } from '#web/connections/trouble-words.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { ConnectionPartProps } from '#web/lib/pages/room.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { DeskSwitch } from './DeskSwitch.tsx';
import { useDesk, useSwitchChannel, useSwitchInbox } from './use-desk.ts';

/** Which inboxes of a desk our bots answer, and which of our channels it shows. */
export function DeskSection({ connection, canChange }: ConnectionPartProps) {
  const t = useTexts();
  const desk = useDesk(connection.id);
  const system = t(`app:menu.${connection.kind}`);
  if (desk.isPending)
    return (
      <Loading>
        <Skeleton height={240} radius="md" />
      </Loading>
    );
  if (desk.isError) return <Failure error={desk.error} onRetry={desk.refetch} />;
  const { accounts, inboxes, inboxesFailure, channels } = desk.data;
  return (
    <Card component="section" aria-label={t('desk:title', { system })}>
      <Stack gap="xl">
        <List
          title={t('desk:inboxes.title')}
          help={t('desk:inboxes.help', { system })}
          empty={inboxesFailure ? null : t('desk:inboxes.none', { system })}
          alert={
            inboxesFailure && (
              <TroubleAlert
                tone="attention"
                title={troubleWords(t, connection.kind, inboxesFailure.trouble).title}
                note={inboxesFailure.text && t('connections:vendor_says', { system, text: inboxesFailure.text })}
              >
                {troubleWords(t, connection.kind, inboxesFailure.trouble).todo}
              </TroubleAlert>
            )
          }
        >
          {inboxes.map((inbox) => (
            <InboxRow
              key={inbox.externalId}
              connection={connection}
              accounts={accounts}
              inbox={inbox}
              canChange={canChange}
            />
          ))}
        </List>
        <List
          title={t('desk:channels.title', { system })}
          help={t('desk:channels.help', { system })}
          empty={t('desk:channels.none', { system })}
        >
          {channels.map((channel) => (
            <ChannelRow
              key={channel.channelId}
              connection={connection}
              accounts={accounts}
              channel={channel}
              canChange={canChange}
            />
          ))}
        </List>
        {!canChange && (
          <Text size="sm" c="dimmed">
            {t('desk:owner_only')}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

type ListProps = { title: string; help: string; empty: string | null; alert?: ReactNode; children: ReactNode[] };

function List({ title, help, empty, alert, children }: ListProps) {
  return (
    <Stack gap="sm">
      <div>
        <Title order={3}>{title}</Title>
        <Text c="dimmed">{help}</Text>
      </div>
      {alert}
      {children}
      {children.length === 0 && empty !== null && <Text>{empty}</Text>}
    </Stack>
  );
}

type Accounts = ReplyOf<typeof getDesk>['accounts'];
type RowProps = { connection: Connection; accounts: Accounts; canChange: boolean };

function InboxRow({ connection, accounts, inbox, canChange }: RowProps & { inbox: DeskInbox }) {
  const t = useTexts();
  const change = useSwitchInbox(connection.id);
  const { externalId: inboxId, name, isOn, failure } = inbox;
  const account = accounts.length > 1 && accounts.find(({ branchId }) => branchId === inbox.branchId)?.title;
  return (
    <DeskSwitch
      name={name}
      label={t('desk:inboxes.switch')}
      isOn={isOn}
      canChange={canChange}
      pending={change.isPending ? change.variables.isOn : null}
      onChange={(wanted) => change.mutate({ inboxId, isOn: wanted })}
    >
      {[account, isOn ? t('desk:inboxes.on') : t('desk:inboxes.off')].filter(Boolean).join(' · ')}
      {failure && <Problem connection={connection} failure={failure} />}
    </DeskSwitch>
  );
}

function ChannelRow({ connection, accounts, channel, canChange }: RowProps & { channel: DeskChannel }) {
  const t = useTexts();
  const format = useFormat();
  const change = useSwitchChannel(connection.id);
  const [chosen, setChosen] = useState<BranchId | null>(null);
  const account = accounts.find(({ branchId }) => branchId === (chosen ?? channel.branchId)) ?? accounts[0];
  const { channelId, kind, title, address, isOn, failure, waitingCount: waiting, failedCount: failed } = channel;
  return (
    <DeskSwitch
      name={title}
      label={t('desk:channels.switch', { system: t(`app:menu.${connection.kind}`) })}
      isOn={isOn}
      canChange={canChange}
      pending={change.isPending ? change.variables.isOn : null}
      onChange={(wanted) => change.mutate({ channelId, isOn: wanted, branchId: account?.branchId })}
    >
      {[CHANNEL_APPEARANCES[kind].name, address].filter(Boolean).join(' · ')}
      {accounts.length > 1 && (
        <Select
          mt={4}
          maw={280}
          label={t('desk:channels.account')}
          aria-label={`${t('desk:channels.account')}: ${title}`}
          data={accounts.map(({ branchId, title: label }) => ({ value: branchId, label }))}
          value={account?.branchId ?? null}
          allowDeselect={false}
          disabled={!canChange || change.isPending}
          onChange={(value) => {
            const branchId = accounts.find((one) => one.branchId === value)?.branchId;
            if (!branchId) return;
            setChosen(branchId);
            if (isOn) change.mutate({ channelId, isOn, branchId }, { onError: () => setChosen(null) });
          }}
        />
      )}
      {waiting > 0 && (
        <Text size="sm">{t('desk:channels.waiting', { count: waiting, shown: format.number(waiting) })}</Text>
      )}
      {failed > 0 && <Warning>{t('desk:channels.failed', { count: failed, shown: format.number(failed) })}</Warning>}
      {failure && <Problem connection={connection} failure={failure} />}
    </DeskSwitch>
  );
}

function Problem({
  connection,
  failure: { trouble, text },
}: {
  connection: Connection;
  failure: NonNullable<DeskInbox['failure']>;
}) {
  const t = useTexts();
  const { title } = troubleWords(t, connection.kind, trouble);
  return <Warning>{text ? `${title} ${text}` : title}</Warning>;
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="bad" component="span" display="block">
      <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> {children}
    </Text>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { IconPlugConnectedX, IconRefresh, IconUserCheck } from '@tabler/icons-react';
import { connectionKind, isPolled } from '#contract/connections/kinds.ts';
import type { Connection } from '#contract/connections/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { ServiceCard } from '#web/ui/layout/ServiceCard.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { AccountRow } from '#web/connections/branches/AccountRow.tsx';
import { BranchRow } from '#web/connections/branches/BranchRow.tsx';
import { ClinicRow } from '#web/connections/branches/ClinicRow.tsx';
import { NotUnderstood } from '#web/connections/branches/NotUnderstood.tsx';
import { OrganizationRow } from '#web/connections/branches/OrganizationRow.tsx';
import { ShopRow } from '#web/connections/branches/ShopRow.tsx';
import { troubleWords } from '#web/connections/trouble-words.ts';
import { useResync } from '#web/connections/use-connections.ts';
import { Signatures } from './Signatures.tsx';
import { SigningSecret } from './SigningSecret.tsx';
import { DisconnectDialog } from './DisconnectDialog.tsx';
import { WritesDrawer } from './WritesDrawer.tsx';

const TONES = { working: 'good', attention: 'attention', broken: 'bad' } as const;

/** How a branch is shown, by the records that are read from it. */
const ROWS = {
  visits: BranchRow,
  orders: OrganizationRow,
  deals: AccountRow,
  talks: AccountRow,
  shop: ShopRow,
} as const;

type Props = { connection: Connection; canChange: boolean; onReconnect: () => void };

/** One connection of an outside system: its state, and its branches. */
export function ConnectionCard({ connection, canChange, onReconnect }: Props) {
  const t = useTexts();
  const format = useFormat();
  const resync = useResync();
  const [leaving, setLeaving] = useState<'asked' | 'stayed' | null>(null);
  const [showing, setShowing] = useState<'failed' | 'all' | null>(null);
  const { lastEventAt, lastCheckedAt } = connection;
  const system = t(`app:menu.${connection.kind}`);
  const isBroken = connection.state === 'broken';
  const isRead = isPolled(connection.kind);
  const { reads, isClinic = false } = connectionKind(connection.kind);
  const Row = isClinic ? ClinicRow : ROWS[reads ?? 'visits'];

  return (
    <ServiceCard
      title={connection.title}
      note={[
        lastEventAt
          ? t('connections:last_event', { when: format.near(lastEventAt) })
          : !isClinic && t('connections:no_event', { system }),
        isRead && lastCheckedAt && t('connections:checked', { when: format.near(lastCheckedAt) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      state={{ tone: TONES[connection.state], word: t(`connections:state.${connection.state}`) }}
      menu={
        canChange && (
          <>
            <MenuItem leftSection={<IconUserCheck size={16} />} onClick={onReconnect}>
              {t('connections:reconnect')}
            </MenuItem>
            <MenuDivider />
            <MenuItem color="bad" leftSection={<IconPlugConnectedX size={16} />} onClick={() => setLeaving('asked')}>
              {t('connections:remove')}
            </MenuItem>
          </>
        )
      }
      actions={
        isRead && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} />}
            loading={resync.isPending}
            onClick={() => resync.mutate(connection.id)}
          >
            {t('connections:resync')}
          </Button>
        )
      }
      details={
        <>
          {isWritten(connection) && (
            <p>
              <LinkButton onClick={() => setShowing('all')}>{t('connections:writes.title', { system })}</LinkButton>
            </p>
          )}
          <NotUnderstood connection={connection} />
        </>
      }
    >
      {connection.trouble && !isReportedByBranch(connection) && (
        <TroubleAlert
          tone={isBroken ? 'bad' : 'attention'}
          title={troubleWords(t, connection.kind, connection.trouble).title}
          note={connection.troubleText && t('connections:vendor_says', { system, text: connection.troubleText })}
          action={isBroken && canChange && <Button onClick={onReconnect}>{t('connections:reconnect')}</Button>}
        >
          {troubleWords(t, connection.kind, connection.trouble).todo}
        </TroubleAlert>
      )}
      {connection.failedCommandsCount > 0 && (
        <TroubleAlert
          tone="attention"
          title={t('connections:writes.failed', { system, count: connection.failedCommandsCount })}
          action={<Button onClick={() => setShowing('failed')}>{t('connections:writes.see')}</Button>}
        >
          {t('connections:writes.failed_help', { system })}
        </TroubleAlert>
      )}
      <Signing connection={connection} canChange={canChange} />
      {connection.branches.map((branch) => (
        <Row key={branch.id} branch={branch} connection={connection} canChange={canChange} />
      ))}
      {showing && <WritesDrawer connection={connection} shows={showing} onShow={setShowing} />}
      {leaving && (
        <DisconnectDialog connection={connection} isOpen={leaving === 'asked'} onClose={() => setLeaving('stayed')} />
      )}
    </ServiceCard>
  );
}

/** The state of the signatures of a system that signs. */
function Signing({ connection, canChange }: Pick<Props, 'connection' | 'canChange'>) {
  const { kind, signatures } = connection;
  if (!signatures) return null;
  if (connectionKind(kind).signsAlways) return <SigningSecret {...{ connection, signatures, canChange }} />;
  return canChange && <Signatures connection={connection} signatures={signatures} />;
}

/** Returns whether rooms write to the system by commands. */
function isWritten({ kind }: Pick<Connection, 'kind'>): boolean {
  const { reads } = connectionKind(kind);
  return reads === 'deals' || reads === 'talks';
}

/** Returns whether a branch shows the problem, with its solution. */
function isReportedByBranch({ trouble, branches }: Connection): boolean {
  if (trouble === 'hooks_manual') return branches.some((branch) => branch.webhooksState === 'manual');
  if (trouble === 'hooks_foreign') return branches.some((branch) => branch.webhooksState === 'foreign');
  return trouble === 'rights_missing' && branches.some((one) => one.missingRights.length > 0 || one.syncError !== null);
}

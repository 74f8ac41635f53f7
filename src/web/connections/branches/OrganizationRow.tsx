import { Button, Text } from '@mantine/core';
import type { Branch, Connection } from '#contract/connections/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { BranchHealth } from './BranchHealth.tsx';
import { BranchHead } from './BranchHead.tsx';
import classes from '#web/connections/connections.module.css';
import { MissingRights } from './MissingRights.tsx';
import { SyncedAt, SyncProgress } from './SyncProgress.tsx';
import { branchErrorWords, isLoginLost } from '#web/connections/trouble-words.ts';
import { useTakeWebhooks } from '#web/connections/use-connections.ts';

type Props = {
  branch: Branch;
  connection: Pick<Connection, 'kind' | 'webhookUrl' | 'webhookToken' | 'trouble'>;
  canChange: boolean;
};

/** One branch of an order system: its facts, and the problems of reading its orders. */
export function OrganizationRow({ branch, connection, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <section className={classes.branch} data-off={!branch.isActive || undefined}>
      <BranchHead branch={branch} kind={connection.kind} note="" canChange={canChange} />
      <BranchHealth branch={branch} kind={connection.kind} isLost={isLoginLost(connection)} />
      <Facts
        facts={[
          {
            label: t('connections:local_time'),
            value: format.time(new Date(productNow()).toISOString(), branch.timeZone),
          },
          { label: t('connections:webhooks'), value: format.number(branch.webhooksCount) },
          { label: t('connections:synced'), value: <SyncedAt branch={branch} kind={connection.kind} /> },
        ]}
      />
      <SyncProgress branch={branch} kind={connection.kind} />
      {!isLoginLost(connection) && <OrganizationTroubles {...{ branch, connection, canChange }} />}
    </section>
  );
}

function OrganizationTroubles({ branch, connection, canChange }: Props) {
  const t = useTexts();
  const { trouble, webhookUrl, webhookToken } = connection;
  const vendorText = branchErrorWords(t, connection.kind, branch);
  const isClosed = trouble === 'rights_missing';
  const refuses = branch.missingRights.includes('loyalty');
  return (
    <>
      {vendorText && (
        <TroubleAlert
          tone="bad"
          title={t(isClosed ? 'connections:iiko.trouble.rights_missing.title' : 'connections:iiko.sync_failed')}
          note={isClosed ? vendorText : null}
        >
          {isClosed ? t('connections:iiko.trouble.rights_missing.todo') : vendorText}
        </TroubleAlert>
      )}
      {branch.missingRights.length > 0 && (
        <TroubleAlert tone="attention" title={t('connections:rights_missing', { count: branch.missingRights.length })}>
          {t('connections:iiko.rights_todo')}
          <MissingRights rights={branch.missingRights} />
        </TroubleAlert>
      )}
      {branch.webhooksState === 'foreign' && <ForeignWebhook branch={branch} canChange={canChange} />}
      {branch.webhooksState === 'manual' && (
        <TroubleAlert tone="attention" title={t('connections:iiko.hooks_manual')}>
          <Text size="sm" mb="xs">
            {t('connections:iiko.hooks_manual_todo')}
          </Text>
          <CopyField label={t('connections:iiko.hook_url')} value={webhookUrl} />
          {webhookToken && <CopyField label={t('connections:iiko.hook_token')} value={webhookToken} />}
        </TroubleAlert>
      )}
      {branch.hasLoyalty === false && !refuses && (
        <Text size="sm" c="dimmed">
          {t('connections:iiko.no_loyalty')}
        </Text>
      )}
    </>
  );
}

/** The system posts to another address; the owner may replace it. */
function ForeignWebhook({ branch, canChange }: Pick<Props, 'branch' | 'canChange'>) {
  const t = useTexts();
  const take = useTakeWebhooks();
  const host = branch.webhooksHost ?? '';
  return (
    <TroubleAlert
      tone="attention"
      title={t('connections:iiko.foreign.now', { host })}
      action={
        canChange && (
          <Button loading={take.isPending} onClick={() => take.mutate(branch)}>
            {t('connections:iiko.foreign.take_now')}
          </Button>
        )
      }
    >
      {t('connections:iiko.foreign.now_todo', { host })}
    </TroubleAlert>
  );
}

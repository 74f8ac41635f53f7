import { Text } from '@mantine/core';
import type { Branch, Connection } from '#contract/connections/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { BranchHead } from './BranchHead.tsx';
import { BranchHealth } from './BranchHealth.tsx';
import classes from '#web/connections/connections.module.css';
import { MissingRights } from './MissingRights.tsx';
import { SyncedAt, SyncProgress } from './SyncProgress.tsx';
import { branchErrorWords, isLoginLost } from '#web/connections/trouble-words.ts';

type Props = {
  branch: Branch;
  connection: Pick<Connection, 'kind' | 'trouble' | 'access'>;
  canChange: boolean;
};

/** The account of a CRM: its facts, until when we have access, and what is missing. */
export function AccountRow({ branch, connection: { kind, trouble, access }, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const vendorText = branchErrorWords(t, kind, branch);
  const isLost = isLoginLost({ trouble });
  return (
    <section className={classes.branch} data-off={!branch.isActive || undefined}>
      <BranchHead branch={branch} kind={kind} note="" canChange={canChange} />
      <BranchHealth branch={branch} kind={kind} isLost={isLost} />
      {access && (!isLost || trouble === 'renewal_lost') && (
        <Text size="sm" c={access.isRenewed ? 'dimmed' : 'bad'}>
          {t(access.isRenewed ? 'connections:amo.access_until' : 'connections:amo.access_ends', {
            when: format.near(access.until, branch.timeZone),
          })}
        </Text>
      )}
      <Facts
        facts={[
          {
            label: t('connections:local_time'),
            value: format.time(new Date(productNow()).toISOString(), branch.timeZone),
          },
          { label: t('connections:webhooks'), value: format.number(branch.webhooksCount) },
          { label: t('connections:synced'), value: <SyncedAt branch={branch} kind={kind} /> },
        ]}
      />
      <SyncProgress branch={branch} kind={kind} />
      {vendorText && !isLost && (
        <TroubleAlert tone="bad" title={t('connections:amo.sync_failed')}>
          {vendorText}
        </TroubleAlert>
      )}
      {branch.missingRights.length > 0 && (
        <TroubleAlert tone="attention" title={t('connections:rights_missing', { count: branch.missingRights.length })}>
          {t('connections:amo.rights_todo')}
          <MissingRights rights={branch.missingRights} />
        </TroubleAlert>
      )}
    </section>
  );
}

import { Text } from '@mantine/core';
import type { Branch, Connection } from '#contract/connections/calls.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from '#web/connections/connections.module.css';
import { branchErrorWords, isLoginLost } from '#web/connections/trouble-words.ts';
import { BranchHead } from './BranchHead.tsx';
import { BranchHealth } from './BranchHealth.tsx';
import { ClinicChannel } from './ClinicChannel.tsx';
import { ClinicFlows } from './ClinicFlows.tsx';
import { SyncedAt, SyncProgress } from './SyncProgress.tsx';

type Props = { branch: Branch; connection: Pick<Connection, 'kind' | 'trouble'>; canChange: boolean };

/** A branch of a clinic: its facts, the WhatsApp account its messages leave from, and the flows that write about it. */
export function ClinicRow({ branch, connection: { kind, trouble }, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const minutes = connectionKind(kind).pollMinutes ?? 0;
  const vendorText = branchErrorWords(t, kind, branch);
  const isLost = isLoginLost({ trouble });
  const isClosed = branch.missingRights.length > 0;
  return (
    <section className={classes.branch} data-off={!branch.isActive || undefined} aria-label={branch.title}>
      <BranchHead
        branch={branch}
        kind={kind}
        note={[branch.city, t('connections:branch_number', { id: branch.externalId })].filter(Boolean).join(', ')}
        canChange={canChange}
      />
      <BranchHealth branch={branch} kind={kind} isLost={isLost || isClosed} />
      <Facts
        facts={[
          { label: t('connections:medflex.doctors'), value: format.number(branch.activeMastersCount) },
          {
            label: t('connections:local_time'),
            value: format.time(new Date(productNow()).toISOString(), branch.timeZone),
          },
          branch.webhooksState === 'set'
            ? { label: t('connections:webhooks'), value: format.number(branch.webhooksCount) }
            : {
                label: t('connections:medflex.looks'),
                value: t('connections:medflex.looks_every', { count: minutes }),
              },
          { label: t('connections:synced'), value: <SyncedAt branch={branch} kind={kind} /> },
        ]}
      />
      <SyncProgress branch={branch} kind={kind} />
      {vendorText && !isLost && (
        <TroubleAlert tone="bad" title={t('connections:medflex.sync_failed')}>
          {vendorText}
        </TroubleAlert>
      )}
      {isClosed && (
        <TroubleAlert tone="attention" title={t('connections:right.appointments')}>
          {t('connections:medflex.rights_todo')}
        </TroubleAlert>
      )}
      {!isClosed && (
        <>
          <ClinicChannel branch={branch} canChange={canChange} />
          <ClinicFlows branch={branch} />
          <Text size="sm" c="dimmed">
            {t('connections:medflex.answers')} {t('connections:medflex.consent')}
          </Text>
        </>
      )}
    </section>
  );
}

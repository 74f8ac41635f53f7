import { Text } from '@mantine/core';
import type { Branch, Connection } from '#contract/connections.ts';
import { productNow } from '#web/lib/clock.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';
import { BranchHead } from './BranchHead.tsx';
import classes from './connections.module.css';
import { Lag } from './Lag.tsx';

type Props = { branch: Branch; connection: Pick<Connection, 'kind' | 'hookUrl'>; canChange: boolean };

/** One branch: its facts, what it lacks, and whether we write to its clients. */
export function BranchRow({ branch, connection: { kind, hookUrl }, canChange }: Props) {
  const t = useTexts();
  const system = t(`menu.${kind}`);
  const format = useFormat();
  const ago = (at: string | null) => (at ? format.near(at) : t('connections.never'));

  return (
    <section className={classes.branch} data-off={!branch.isActive || undefined}>
      <BranchHead
        branch={branch}
        note={[branch.city, `№ ${branch.externalId}`].filter(Boolean).join(', ')}
        canChange={canChange}
      />
      <Facts
        facts={[
          { label: t('connections.masters'), value: format.number(branch.activeMastersCount) },
          {
            label: t('connections.local_time'),
            value: format.time(new Date(productNow()).toISOString(), branch.timeZone),
          },
          { label: t('connections.webhooks'), value: format.number(branch.webhooksCount) },
          { label: t('connections.branch_last_event'), value: ago(branch.lastEventAt) },
          { label: t('connections.synced'), value: ago(branch.syncedAt) },
          { label: t('connections.lag'), value: <Lag branch={branch} /> },
        ]}
      />
      {branch.syncError && (
        <TroubleAlert tone="bad" title={t('connections.sync_failed')}>
          {t('connections.vendor_says', { system, text: branch.syncError })}
        </TroubleAlert>
      )}
      {branch.missingRights.length > 0 && (
        <TroubleAlert tone="attention" title={t('connections.rights_missing', { count: branch.missingRights.length })}>
          {t('connections.rights_todo', { system })}
          <ul className={classes.rights}>
            {branch.missingRights.map((right) => (
              <li key={right}>{t(`connections.right.${right}`)}</li>
            ))}
          </ul>
        </TroubleAlert>
      )}
      {branch.hooksState === 'manual' && (
        <TroubleAlert tone="attention" title={t('connections.hooks_manual', { system })}>
          <Text size="sm" mb="xs">
            {t('connections.hooks_manual_todo', { system })}
          </Text>
          <CopyField label={t('connections.hook_url')} value={hookUrl} />
        </TroubleAlert>
      )}
    </section>
  );
}

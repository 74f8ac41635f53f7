import type { Branch, Connection } from '#contract/connections/calls.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import { appearanceOf } from '#web/connections/connection-appearances.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { BranchHealth } from './BranchHealth.tsx';
import { BranchHead } from './BranchHead.tsx';
import { BranchTroubles } from './BranchTroubles.tsx';
import classes from '#web/connections/connections.module.css';
import { SyncedAt, SyncProgress } from './SyncProgress.tsx';
import { isLoginLost } from '#web/connections/trouble-words.ts';

type Props = { branch: Branch; connection: Pick<Connection, 'kind' | 'webhookUrl' | 'trouble'>; canChange: boolean };

/** One branch: its facts, its problems, and the switch of messaging. */
export function BranchRow({ branch, connection, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { reads } = connectionKind(connection.kind);
  const { showsNumbers } = appearanceOf(connection.kind);

  return (
    <section className={classes.branch} data-off={!branch.isActive || undefined}>
      <BranchHead
        branch={branch}
        kind={connection.kind}
        note={[branch.city, showsNumbers && t('connections:branch_number', { id: branch.externalId })]
          .filter(Boolean)
          .join(', ')}
        canChange={canChange}
      />
      <BranchHealth branch={branch} kind={connection.kind} isLost={isLoginLost(connection)} />
      <Facts
        facts={[
          ...(reads === 'visits'
            ? [{ label: t('connections:masters'), value: format.number(branch.activeMastersCount) }]
            : []),
          {
            label: t('connections:local_time'),
            value: format.time(new Date(productNow()).toISOString(), branch.timeZone),
          },
          { label: t('connections:webhooks'), value: format.number(branch.webhooksCount) },
          { label: t('connections:synced'), value: <SyncedAt branch={branch} kind={connection.kind} /> },
        ]}
      />
      <SyncProgress branch={branch} kind={connection.kind} />
      {!isLoginLost(connection) && <BranchTroubles branch={branch} connection={connection} />}
    </section>
  );
}

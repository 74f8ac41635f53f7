import { Badge, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { connectionKind } from '#contract/connections/kinds.ts';
import type { Branch, ConnectionKind } from '#contract/connections/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from '#web/connections/connections.module.css';
import { useSetBranchActive } from '#web/connections/use-connections.ts';
import { SwitchOffDialog } from './SwitchOffDialog.tsx';

type Props = { branch: Branch; kind: ConnectionKind; note: string; canChange: boolean };

/** Title of a branch, and the switch of messaging to its contacts. */
export function BranchHead({ branch, kind, note, canChange }: Props) {
  const t = useTexts();
  const setActive = useSetBranchActive();
  const [leaving, setLeaving] = useState<'asked' | 'stayed' | null>(null);
  const isActive = isShownActive(branch, setActive);
  const isClinic = connectionKind(kind).isClinic === true;
  const switchOn = () => setActive.mutate({ connectionId: branch.connectionId, branchId: branch.id, isActive: true });
  return (
    <div className={classes.head}>
      <div className={classes.name}>
        <Title order={3}>{branch.title}</Title>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      {!branch.isLicenceActive && <Badge color="bad">{t('connections:licence_over')}</Badge>}
      {canChange ? (
        <Switch
          label={t(stateKey(isClinic, true))}
          labelPosition="left"
          checked={isActive}
          onChange={({ currentTarget }) => (currentTarget.checked ? switchOn() : setLeaving('asked'))}
        />
      ) : (
        <ToneBadge tone={isActive ? 'good' : 'gray'}>{t(stateKey(isClinic, isActive))}</ToneBadge>
      )}
      {leaving && (
        <SwitchOffDialog
          branch={branch}
          kind={kind}
          setActive={setActive}
          isOpen={leaving === 'asked'}
          onClose={() => setLeaving('stayed')}
        />
      )}
    </div>
  );
}

/** Shows the requested state while the call is pending. */
function isShownActive({ isActive }: Branch, change: ReturnType<typeof useSetBranchActive>): boolean {
  return change.isPending ? change.variables.isActive : isActive;
}

function stateKey(isClinic: boolean, isActive: boolean) {
  if (isClinic) return isActive ? 'connections:medflex.branch_active' : 'connections:medflex.branch_inactive';
  return isActive ? 'connections:branch_active' : 'connections:branch_inactive';
}

import { Text } from '@mantine/core';
import type { Branch, Connection } from '#contract/connections/calls.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { appearanceOf } from '#web/connections/connection-appearances.ts';
import { branchErrorWords } from '#web/connections/trouble-words.ts';
import { MissingRights } from './MissingRights.tsx';

type Props = { branch: Branch; connection: Pick<Connection, 'kind' | 'webhookUrl'> };

/** Problems of a branch, and the solution of each. Of a branch closed to us, only that is shown. */
export function BranchTroubles({ branch, connection: { kind, webhookUrl } }: Props) {
  const t = useTexts();
  const system = t(`app:menu.${kind}`);
  const vendorText = branchErrorWords(t, kind, branch);
  const { reads, rights } = connectionKind(kind);
  // An operator of a desk lacks all that is for administrators, and still reads and answers.
  if (reads !== 'talks' && branch.missingRights.length === rights.length) {
    return (
      <TroubleAlert tone="bad" title={t('connections:branch_closed')} note={vendorText}>
        {t('connections:branch_closed_todo', { system })}
        <MissingRights rights={branch.missingRights} />
      </TroubleAlert>
    );
  }
  return (
    <>
      {vendorText && (
        <TroubleAlert tone="bad" title={t(`${appearanceOf(kind).texts}.sync_failed`)}>
          {vendorText}
        </TroubleAlert>
      )}
      {branch.missingRights.length > 0 && (
        <TroubleAlert tone="attention" title={t('connections:rights_missing', { count: branch.missingRights.length })}>
          {reads === 'talks'
            ? t('connections:chatwoot.trouble.rights_missing.todo')
            : t('connections:rights_todo', { system })}
          <MissingRights rights={branch.missingRights} />
        </TroubleAlert>
      )}
      {branch.webhooksState === 'manual' && (
        <TroubleAlert tone="attention" title={t('connections:hooks_manual', { system })}>
          <Text size="sm" mb="xs">
            {reads === 'talks'
              ? t('connections:chatwoot.hooks_manual_todo')
              : t('connections:hooks_manual_todo', { system })}
          </Text>
          <CopyField label={t('connections:hook_url')} value={webhookUrl} />
        </TroubleAlert>
      )}
    </>
  );
}

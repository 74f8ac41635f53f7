import { Switch } from '@mantine/core';
import type { ConnectionId } from '#contract/connections/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useDealNotes, useSetDealNotes } from './use-deals.ts';

/** Whether messages are written to a CRM as notes. */
export function DealNotesSwitch({ connectionId }: { connectionId: ConnectionId }) {
  const t = useTexts();
  const notes = useDealNotes(connectionId);
  const set = useSetDealNotes(connectionId);
  if (!notes.data) return null;
  return (
    <Switch
      label={t('deals:notes.label')}
      description={t('deals:notes.help')}
      checked={set.isPending ? set.variables : notes.data.isOn}
      disabled={set.isPending}
      onChange={({ currentTarget }) => set.mutate(currentTarget.checked)}
    />
  );
}

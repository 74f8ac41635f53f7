import { Card, Switch } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { ConnectionPartProps } from '#web/lib/pages/room.ts';
import { useDealNotes, useSetDealNotes } from './use-deals.ts';

/** Whether messages are written to a CRM as notes. */
export function DealNotesSwitch({ connection: { id: connectionId }, canChange }: ConnectionPartProps) {
  const t = useTexts();
  const notes = useDealNotes(connectionId);
  const set = useSetDealNotes(connectionId);
  if (!notes.data) return null;
  return (
    <Card>
      <Switch
        label={t('deals:notes.label')}
        description={t('deals:notes.help')}
        checked={set.isPending ? set.variables : notes.data.isOn}
        disabled={set.isPending || !canChange}
        onChange={({ currentTarget }) => set.mutate(currentTarget.checked)}
      />
    </Card>
  );
}

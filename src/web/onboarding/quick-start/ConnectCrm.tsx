import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { TypedKind } from '#web/connections/connection-appearances.ts';
import { ConnectForm as ConnectionForm } from '#web/connections/list/ConnectForm.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';

type Props = {
  /** The kinds to choose from, the usual one first. */
  kinds: readonly TypedKind[];
  onDone: () => void;
};

/** Connects a booking or delivery system. */
export function ConnectCrm({ kinds, onDone }: Props) {
  const t = useTexts();
  const [kind, setKind] = useState<TypedKind | undefined>(kinds[0]);
  return (
    <Stack>
      {kind && kinds.length > 1 && (
        <ChoiceBar
          isNarrow
          label={t('quick_start:system')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`app:menu.${value}`) }))}
          onChange={setKind}
        />
      )}
      {kind && <ConnectionForm key={kind} kind={kind} connected={[]} onDone={onDone} />}
    </Stack>
  );
}

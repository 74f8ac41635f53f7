import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { useOutgoing } from '#web/admin/use-operations.ts';
import { Leaving } from './Leaving.tsx';
import { Now } from './Now.tsx';
import { PauseDialog } from './PauseDialog.tsx';
import { OpenPauses, PauseHistory } from './Pauses.tsx';

const VIEWS = ['now', 'messages', 'pauses'] as const;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({ view: wordIn(VIEWS, search['view']) });

/** Route: /admin/outgoing */
export function OutgoingPage() {
  const t = useTexts();
  const format = useFormat();
  const [{ view = 'now' }, change] = useUrlState(readSearch);
  const [isPausing, setPausing] = useState(false);
  const outgoing = useOutgoing();
  const countedAt = outgoing.data?.countedAt;
  return (
    <>
      <PageHead
        title={t('operations:outgoing.title')}
        state={
          outgoing.data &&
          (countedAt
            ? t('operations:outgoing.counted', { time: format.time(countedAt) })
            : t('operations:outgoing.not_counted'))
        }
        action={
          <Button variant="default" onClick={() => setPausing(true)}>
            {t('operations:pause.start')}
          </Button>
        }
      />
      <Stack gap="lg">
        <OpenPauses />
        <ChoiceBar
          isNarrow
          label={t('operations:outgoing.view.label')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`operations:outgoing.view.${value}`) }))}
          onChange={(next) => change({ view: next === 'now' ? undefined : next })}
        />
        {view === 'now' && <Now outgoing={outgoing} />}
        {view === 'messages' && <Leaving />}
        {view === 'pauses' && <PauseHistory />}
      </Stack>
      {isPausing && <PauseDialog onClose={() => setPausing(false)} />}
    </>
  );
}

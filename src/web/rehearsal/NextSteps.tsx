import { Button, Card, Text, Title } from '@mantine/core';
import { IconClock, IconFilter, IconPencil, IconRocket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Rehearsal } from '#contract/rehearsal/calls.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFlows } from '#web/flows/use-flows.ts';
import classes from './rehearsal.module.css';
import { canGoLive } from '#web/flows/going-live/go-live.ts';
import { GoLive } from '#web/flows/going-live/GoLive.tsx';

/** After the figures comes what a person does about them. */
export function NextSteps({ flows }: Pick<Rehearsal, 'flows'>) {
  const t = useTexts();
  const all = useFlows({});
  const [confirming, setConfirming] = useState(false);
  const rehearsed = (all.data?.flows ?? []).filter(({ id }) => flows.some(({ flowId }) => flowId === id));
  const testing = rehearsed.filter(canGoLive);
  const isUnsaved = flows.some((flow) => flow.isUnsaved);
  const [only] = flows;
  const flowId = flows.length === 1 ? (only?.flowId ?? null) : null;
  const isLive = !isUnsaved && rehearsed.length > 0 && rehearsed.every(({ mode }) => mode === 'combat');
  return (
    <Card component="section" aria-label={t('rehearsal:next.title')}>
      <Title order={2} mb="xs">
        {t('rehearsal:next.title')}
      </Title>
      {isUnsaved && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('rehearsal:next.edits_help')}
        </Text>
      )}
      {isLive && (
        <Text size="sm" c="dimmed" mb="sm">
          {t(flows.length === 1 ? 'rehearsal:next.is_live' : 'rehearsal:next.are_live')}
        </Text>
      )}
      <div className={classes.steps}>
        {isUnsaved && flowId && (
          <Button component={Link} to={`/flows/edit/${flowId}`} leftSection={<IconPencil size={16} />}>
            {t('rehearsal:next.edits')}
          </Button>
        )}
        {!isUnsaved && testing.length > 0 && (
          <Button leftSection={<IconRocket size={16} />} onClick={() => setConfirming(true)}>
            {t('rehearsal:next.live')}
          </Button>
        )}
        {flowId ? <EditSteps flowId={flowId} /> : <ToFlows />}
      </div>
      <GoLive flows={confirming ? testing : null} onClose={() => setConfirming(false)} />
    </Card>
  );
}

function EditSteps({ flowId }: { flowId: FlowId }) {
  const t = useTexts();
  return (
    <>
      <Button
        component={Link}
        to={`/flows/edit/${flowId}/when`}
        variant="default"
        leftSection={<IconClock size={16} />}
      >
        {t('rehearsal:next.hours')}
      </Button>
      <Button
        component={Link}
        to={`/flows/edit/${flowId}/who`}
        variant="default"
        leftSection={<IconFilter size={16} />}
      >
        {t('rehearsal:next.condition')}
      </Button>
    </>
  );
}

function ToFlows() {
  const t = useTexts();
  return (
    <Button component={Link} to="/flows" variant="default">
      {t('rehearsal:over.to_flows')}
    </Button>
  );
}

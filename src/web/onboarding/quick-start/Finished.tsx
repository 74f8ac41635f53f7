import { Anchor, Button, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { QuickStart } from '#contract/onboarding/quick-start.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { OwnPhone } from '#web/onboarding/OwnPhone.tsx';
import classes from './quick-start.module.css';

type Props = { stored: QuickStart; onAgain: () => void };

/** The end: what happens now, and the message on the owner's own phone. */
export function Finished({ stored, onAgain }: Props) {
  const t = useTexts();
  const canOpen = useCanOpen();
  const state = useStateWords(stored);
  const { flowId, assistantId, figures } = stored;
  const first = figures && figures !== 'dashboard' ? `/${figures}` : '/';
  return (
    <Paper withBorder className={classes.card} component="section">
      <Title order={2}>{t('quick_start:finished')}</Title>
      <Text>{state}</Text>
      {flowId && (
        <div className={classes.column}>
          <Title order={3} size="h4">
            {t('quick_start:own_phone')}
          </Title>
          <OwnPhone flowId={flowId} />
        </div>
      )}
      <div className={classes.column}>
        <Button component={Link} to={first} style={{ justifySelf: 'start' }}>
          {t(figures ? 'quick_start:show' : 'quick_start:to_home')}
        </Button>
        {flowId && canOpen(`/flows/edit/${flowId}`) && (
          <Anchor component={Link} to={`/flows/edit/${flowId}`} fz="sm" underline="always">
            {t('quick_start:open_flow')}
          </Anchor>
        )}
        {assistantId && canOpen(`/flowCopilotBots/${assistantId}`) && (
          <Anchor component={Link} to={`/flowCopilotBots/${assistantId}`} fz="sm" underline="always">
            {t('quick_start:open_assistant')}
          </Anchor>
        )}
        <Anchor component="button" type="button" ta="start" fz="sm" underline="always" onClick={onAgain}>
          {t('quick_start:change')}
        </Anchor>
      </div>
    </Paper>
  );
}

/** One sentence: from when clients get messages. */
function useStateWords({ when, startsAt, flowId, assistantId }: QuickStart): string {
  const t = useTexts();
  const format = useFormat();
  if (when === 'manager') return t('quick_start:state.manager');
  if (startsAt) return t('quick_start:state.planned', { day: format.date(startsAt) });
  if (when !== null) return t('quick_start:state.live');
  if (assistantId) return t('quick_start:state.assistant');
  return t(flowId ? 'quick_start:state.test' : 'quick_start:state.figures');
}

import { Anchor, Button, List, Paper, Skeleton, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Assistant, AssistantId } from '#contract/assistants/calls.ts';
import { TrialChat } from '#web/assistants/trial/TrialChat.tsx';
import { useAssistant, usePublishAssistant } from '#web/assistants/use-assistants.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import classes from './night.module.css';
import { useMorningSummary, useRestartNightBot } from './use-night-bot.ts';

type Props = { assistantId: AssistantId; onRestart: () => void };

/** The bot that was made: when it begins to answer, a chat to try it, and the button that switches it on. */
export function MadeNightBot({ assistantId, onRestart }: Props) {
  const t = useTexts();
  const assistant = useAssistant(assistantId);
  usePageName(assistant.data?.title);
  if (assistant.isPending) {
    return (
      <Loading>
        <PageHead backTo="/flowCopilotBots" title={t('assistants:night.title')} />
        <Skeleton height={360} />
      </Loading>
    );
  }
  if (!assistant.data) return <Failure error={assistant.error} onRetry={assistant.refetch} />;
  return <ReadyBot assistant={assistant.data} onRestart={onRestart} />;
}

function ReadyBot({ assistant, onRestart }: { assistant: Assistant; onRestart: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { id, title, version, publishedVersion } = assistant;
  const publish = usePublishAssistant(id);
  const restart = useRestartNightBot();
  const isOn = publishedVersion !== null;
  const switchOn = () =>
    publish.mutate(version, {
      onSuccess: () => {
        toast.success({ title: t('assistants:night.switched_on', { title }) });
        void navigate({ to: '/flowCopilotBots/$assistantId', params: { assistantId: id }, replace: true });
      },
      onError: (error) => toast.error({ title: problemText(error, t) }),
    });
  return (
    <>
      <PageHead
        backTo="/flowCopilotBots"
        title={title}
        state={t(isOn ? 'assistants:night.is_on' : 'assistants:night.is_ready')}
        action={
          !isOn && (
            <Button loading={publish.isPending} onClick={switchOn}>
              {t('assistants:night.switch_on')}
            </Button>
          )
        }
      />
      <div className={classes.made}>
        <Paper withBorder className={classes.card}>
          <StartTimes assistant={assistant} />
          <Anchor component={Link} to={`/flowCopilotBots/${id}`} fz="sm" underline="always">
            {t('assistants:night.change')}
          </Anchor>
          <Anchor
            component="button"
            type="button"
            fz="sm"
            ta="start"
            underline="always"
            disabled={restart.isPending}
            onClick={() =>
              restart.mutate(undefined, {
                onSuccess: onRestart,
                onError: (error) => toast.error({ title: problemText(error, t) }),
              })
            }
          >
            {t('assistants:night.restart')}
          </Anchor>
        </Paper>
        <TrialChat assistantId={id} isDirty={false} />
      </div>
    </>
  );
}

/** When it begins to answer once it is on, and when the first summary comes. */
function StartTimes({ assistant: { id, version, settings } }: { assistant: Assistant }) {
  const t = useTexts();
  const format = useFormat();
  const summary = useMorningSummary(id, version);
  if (summary.isPending) return <Skeleton height={96} />;
  if (!summary.data) return <Failure error={summary.error} onRetry={summary.refetch} />;
  const { isAnsweringNow, beginsAt, nextAt, timeZone } = summary.data;
  const { isOn, phone } = settings.morningSummary;
  return (
    <>
      <Title order={2}>{t('assistants:night.begins')}</Title>
      <List size="sm" spacing={6}>
        <List.Item>
          {isAnsweringNow || !beginsAt
            ? t('assistants:night.begins_now')
            : t('assistants:night.begins_at', { when: format.near(beginsAt, timeZone) })}
        </List.Item>
        {isOn && phone && nextAt && (
          <List.Item>{t('assistants:night.first_summary', { when: format.near(nextAt, timeZone), phone })}</List.Item>
        )}
        <List.Item>{t('assistants:night.silent_by_day')}</List.Item>
      </List>
      <Text size="sm" c="dimmed">
        {t('assistants:night.try_it')}
      </Text>
    </>
  );
}

import { Skeleton } from '@mantine/core';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { NIGHT_BOT_STEPS } from '#contract/assistants/values.ts';
import { idIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ConnectFirst } from './ConnectFirst.tsx';
import { MadeNightBot } from './MadeNightBot.tsx';
import { NightBotForm } from './NightBotForm.tsx';
import { useNightBotDraft } from './use-night-bot.ts';

type Search = { step?: number | undefined; made?: AssistantId | undefined };

const readSearch = (search: Readonly<Record<string, unknown>>): Search => ({
  step: stepIn(search['step']),
  made: idIn<AssistantId>(search['made']),
});

function stepIn(value: unknown): number | undefined {
  const step = Number(value);
  return Number.isInteger(step) && step >= 1 && step <= NIGHT_BOT_STEPS ? step : undefined;
}

/** Route: /flowCopilotBots/nightBotQuickStart */
export function NightBotPage() {
  const t = useTexts();
  const [{ step, made }, change] = useUrlState<Search>(readSearch);
  const draft = useNightBotDraft();
  const head = (
    <PageHead backTo="/flowCopilotBots" title={t('assistants:night.title')} state={t('assistants:night.lead')} />
  );
  if (made)
    return <MadeNightBot key={made} assistantId={made} onRestart={() => change({ made: undefined, step: 1 })} />;
  if (draft.isPending || draft.isRefetching) {
    return (
      <Loading>
        {head}
        <Skeleton height={360} maw={640} />
      </Loading>
    );
  }
  if (!draft.data) return <Failure error={draft.error} onRetry={draft.refetch} />;
  const { assistantId } = draft.data;
  if (assistantId)
    return (
      <MadeNightBot
        key={assistantId}
        assistantId={assistantId}
        onRestart={() => change({ made: undefined, step: 1 })}
      />
    );
  if (draft.data.channels.length === 0)
    return (
      <>
        {head}
        <ConnectFirst onDone={() => void draft.refetch()} />
      </>
    );
  return (
    <>
      {head}
      <NightBotForm
        draft={draft.data}
        step={step ?? draft.data.step}
        onStep={(next) => change({ step: next })}
        onMade={(id) => change({ made: id, step: undefined })}
      />
    </>
  );
}

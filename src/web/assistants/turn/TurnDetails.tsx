import { Text } from '@mantine/core';
import { REST_TOOL, REST_TROUBLES } from '#contract/assistants/rest-values.ts';
import type { AssistantTurn, TurnCall } from '#contract/assistants/turns.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Facts } from '#web/ui/lists/Facts.tsx';
import classes from './turn.module.css';

/** Why an assistant answered as it did: what it read, what it did, what was found wrong, and what it cost. */
export function TurnDetails({ turn }: { turn: AssistantTurn }) {
  const t = useTexts();
  const { outcome, handoffReason, summary, passages, calls } = turn;
  return (
    <div className={classes.details}>
      <p>
        {t(`assistants:outcome.${outcome}`)}
        {handoffReason && ` ${t(`assistants:handed_over_by.${handoffReason}`)}`}
      </p>
      {summary && (
        <Block title={t('assistants:turn.summary')}>
          <p>{summary}</p>
        </Block>
      )}
      <Block title={t('assistants:turn.passages')}>
        {passages.length === 0 && <p>{t('assistants:turn.no_passages')}</p>}
        {passages.map(({ source, text }, index) => (
          <details key={index} className={classes.folded}>
            <summary>{source}</summary>
            <p className={classes.quote}>{text}</p>
          </details>
        ))}
      </Block>
      {calls.length > 0 && (
        <Block title={t('assistants:turn.calls')}>
          {calls.map((one, index) => (
            <Call key={index} call={one} />
          ))}
        </Block>
      )}
      <Findings turn={turn} />
      <Cost turn={turn} />
    </div>
  );
}

function Block({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <Text fw={600} size="sm" component="h4">
        {title}
      </Text>
      {children}
    </section>
  );
}

/** Functions with words of their own. */
const TOOLS = [
  'list_services',
  'list_masters',
  'find_times',
  'book',
  'my_visits',
  'move_visit',
  'cancel_visit',
  'list_clinics',
  'list_specialities',
  'list_doctors',
  'find_doctor_times',
  'book_appointment',
  'my_appointments',
  'cancel_appointment',
  'hand_over',
  'send_file',
  'search_knowledge',
  'search_catalogue',
  'delivery_times',
  'place_order',
  'order_status',
] as const;

/** A function that was called, with what it was given and what it answered. */
function Call({ call: { tool, arguments: given, result, error } }: { call: TurnCall }) {
  const t = useTexts();
  const known = wordIn(TOOLS, tool);
  const note = useCallNote(tool, result);
  return (
    <details className={classes.folded}>
      <summary>
        {known ? t(`assistants:tool.${known}`) : tool}
        {error !== null && <span className={classes.failed}> · {t('assistants:turn.call_failed')}</span>}
        {note && <span className={classes.failed}> · {note}</span>}
      </summary>
      <Text size="xs" c="dimmed">
        {t('assistants:turn.arguments')}
      </Text>
      <pre className={classes.values}>{written(given)}</pre>
      <Text size="xs" c="dimmed">
        {t(error === null ? 'assistants:turn.result' : 'assistants:turn.error')}
      </Text>
      <pre className={classes.values}>{error ?? written(result)}</pre>
    </details>
  );
}

/** A note on a call for the owner: why a system of theirs gave nothing, or that a trial did not send it. */
function useCallNote(tool: string, result: unknown): string | null {
  const t = useTexts();
  if (typeof result !== 'object' || result === null) return null;
  if ('is_trial' in result && result.is_trial === true) return t('assistants:turn.trial_call');
  const trouble = 'reason' in result ? wordIn(REST_TROUBLES, result.reason) : undefined;
  return tool.startsWith(REST_TOOL) && trouble ? t(`assistants:rest_trouble.${trouble}`) : null;
}

const written = (value: unknown): string => JSON.stringify(value, null, 2) ?? '–';

/** Findings of the checks of the reply. */
function Findings({ turn: { findings, isRegenerated } }: { turn: AssistantTurn }) {
  const t = useTexts();
  if (findings.length === 0) return null;
  return (
    <Block title={t('assistants:turn.findings')}>
      <p>{t(isRegenerated ? 'assistants:turn.regenerated' : 'assistants:turn.not_sent')}</p>
      <ul>
        {findings.map(({ check, quote }, index) => (
          <li key={index}>
            {t(`assistants:check.${check}`)}
            {quote && <q className={classes.found}>{quote}</q>}
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Cost({ turn: { model, costMicroUsd, tookMs, inputTokens, outputTokens, version } }: { turn: AssistantTurn }) {
  const t = useTexts();
  const format = useFormat();
  const dollars = useDollars();
  const seconds = format.number(tookMs / 1_000, { maximumFractionDigits: 1 });
  return (
    <Facts
      facts={[
        { label: t('assistants:turn.model'), value: model ?? t('assistants:turn.no_model') },
        { label: t('assistants:turn.price'), value: dollars(costMicroUsd) },
        { label: t('assistants:turn.took'), value: t('assistants:turn.seconds', { seconds }) },
        { label: t('assistants:turn.tokens'), value: `${format.number(inputTokens)} + ${format.number(outputTokens)}` },
        { label: t('assistants:turn.version'), value: version },
      ]}
    />
  );
}

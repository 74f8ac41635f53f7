import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { act } from '../api.ts';
import classes from '../engineer/Engineer.module.css';
import { Json } from '../engineer/Json.tsx';
import { useTexts } from '../texts.tsx';
import { useModelExchanges } from '../use-world.ts';
import { useFormat } from '../zone.tsx';
import type { ModelExchange } from './types.ts';

/** Requests of the product to the language model with their answers, the newest first. */
export function ModelList() {
  const { t } = useTexts();
  const exchanges = (useModelExchanges().data?.exchanges ?? []).toReversed();
  const [openId, setOpenId] = useState<number | null>(null);

  return (
    <>
      <Group justify="flex-end" mb="xs">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconTrash size={14} />}
          onClick={() => void act('DELETE', '/_sim/model/exchanges')}
        >
          {t('clearLog')}
        </Button>
      </Group>
      {exchanges.length === 0 && <Text c="var(--page-quiet)">{t('modelEmpty')}</Text>}
      {exchanges.map((exchange) => (
        <Exchange
          key={exchange.id}
          exchange={exchange}
          isOpen={exchange.id === openId}
          onToggle={() => setOpenId(exchange.id === openId ? null : exchange.id)}
        />
      ))}
    </>
  );
}

type Props = { exchange: ModelExchange; isOpen: boolean; onToggle(): void };

function Exchange({ exchange, isOpen, onToggle }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const { usage } = exchange;
  return (
    <div className={classes.entry}>
      <UnstyledButton className={classes.entryLine} aria-expanded={isOpen} onClick={onToggle}>
        <small>{format.time(exchange.at)}</small>
        <Badge size="sm" variant="light" color="gray" tt="none">
          {exchange.model}
        </Badge>
        <code>{useOutcome(exchange)}</code>
        <span className={classes.outcome}>
          {exchange.fault && (
            <Badge size="sm" color="red" tt="none">
              {exchange.fault}
            </Badge>
          )}
          {usage && <small>{t('modelTokens', { count: usage.promptTokens + usage.completionTokens })}</small>}
          <Badge size="sm" variant="dot" color={exchange.status < 400 ? 'teal' : 'red'}>
            {exchange.status}
          </Badge>
        </span>
      </UnstyledButton>
      {isOpen && <Detail exchange={exchange} />}
    </div>
  );
}

/** A line about what came of it: a text, calls, or why it was refused. */
function useOutcome({ answer, error, request, kind }: ModelExchange): string {
  const { t } = useTexts();
  if (error !== null) return error;
  if (answer && answer.calls.length > 0)
    return t('modelCalls', { names: answer.calls.map(({ name }) => name).join(', ') });
  return answer?.text ?? answer?.refusal ?? request.messages?.at(-1)?.text ?? kind;
}

function Detail({ exchange: { request, answer, error } }: { exchange: ModelExchange }) {
  const { t } = useTexts();
  const { messages = [], tools = [], ...rest } = request;
  const instructions = messages
    .filter(({ role }) => role === 'system')
    .map(({ text }) => text)
    .join('\n');
  const spoken = messages.filter(({ role }) => role !== 'system');
  return (
    <div className={classes.detail}>
      {answer && <Json title={t('modelAnswer')} value={answer.text ?? answer.refusal ?? answer.calls} />}
      {error !== null && <Json title={t('modelAnswer')} value={error} />}
      {spoken.length > 0 && <Json title={t('modelMessages')} value={spoken.map(toLine)} />}
      {tools.length > 0 && <Json title={t('modelTools')} value={tools.map(({ name }) => name)} />}
      {instructions !== '' && <Json title={t('modelInstructions')} value={instructions.split('\n')} />}
      {messages.length === 0 && <Json title={t('body')} value={rest} />}
    </div>
  );
}

const toLine = ({ role, text, calls }: NonNullable<ModelExchange['request']['messages']>[number]) =>
  [`${role}:`, text, ...calls.map((call) => `${call.name} ${call.arguments}`)].filter(Boolean).join(' ');

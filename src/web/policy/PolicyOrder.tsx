import { ActionIcon, Card, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { OrderedFlow, ContactPolicy } from '#contract/policy.ts';
import type { FlowId } from '#contract/flows.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useKindWords } from '#web/lib/flow-kind-words.ts';
import { ordered } from './ordered.ts';
import classes from './policy.module.css';

type Props = {
  /** In the order that holds. */
  flows: readonly OrderedFlow[];
  policy: ContactPolicy;
  isOwner: boolean;
  onChange: (order: FlowId[]) => void;
};

/** Flows that advertise, the most important first: where the budget is short, the lower ones give way. */
export function PolicyOrder({ flows, policy, isOwner, onChange }: Props) {
  const t = useTexts();
  const kindWords = useKindWords();
  const [moved, setMoved] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const inOrder = ordered(flows, policy.senderOrder);

  function move(from: number, to: number): void {
    const ids = inOrder.map(({ flowId }) => flowId);
    const [id] = ids.splice(from, 1);
    if (!id) return;
    ids.splice(to, 0, id);
    onChange(ids);
    setMoved(t('policy:order.moved', { title: inOrder[from]?.title ?? '', place: to + 1 }));
    // The hand stays on the flow it moves.
    requestAnimationFrame(() => {
      const buttons = list.current?.children[to]?.querySelectorAll('button') ?? [];
      const same = buttons[to < from ? 0 : 1];
      (same?.disabled ? buttons[to < from ? 1 : 0] : same)?.focus();
    });
  }

  return (
    <Card component="section" aria-label={t('policy:order.title')}>
      <Title order={2}>{t('policy:order.title')}</Title>
      <Text size="sm" c="dimmed" mt={4}>
        {t(flows.length === 0 ? 'policy:order.empty' : 'policy:order.help')}
      </Text>
      <ol className={classes.order} ref={list}>
        {inOrder.map((flow, place) => (
          <li key={flow.flowId}>
            <span className={classes.place} aria-hidden>
              {place + 1}
            </span>
            <div className={classes.flow}>
              <Link to="/flows/edit/$workflowId/{-$step}" params={{ workflowId: flow.flowId }}>
                {flow.title}
              </Link>
              <Text size="sm" c="dimmed">
                {[
                  kindWords(flow.kind),
                  flow.mode === 'test' && t('policy:order.in_test'),
                  flow.status !== 'working' && t(`flows:list.chip.${flow.status}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {isOwner && (
              <div className={classes.arrows}>
                <ActionIcon
                  aria-label={t('policy:order.up', { title: flow.title })}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <IconArrowUp size={18} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('policy:order.down', { title: flow.title })}
                  disabled={place === inOrder.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <IconArrowDown size={18} />
                </ActionIcon>
              </div>
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden aria-live="polite">{moved}</VisuallyHidden>
    </Card>
  );
}

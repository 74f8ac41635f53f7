import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { act, showDone } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { Dispatch } from '../types.ts';
import { useWebhooks } from '../use-world.ts';
import classes from './Engineer.module.css';
import { Json } from './Json.tsx';
import { useFormat } from '../zone.tsx';

const COLORS = { pending: 'orange', delivered: 'teal', 'given-up': 'red' } as const;

/** Webhooks of the services to the product, the newest first. */
export function WebhookList() {
  const { t } = useTexts();
  const webhooks = (useWebhooks().data?.webhooks ?? []).toSorted((a, b) => b.firstAt.localeCompare(a.firstAt));
  const [openId, setOpenId] = useState<string | null>(null);
  const hasPending = webhooks.some((one) => one.state === 'pending');

  return (
    <>
      {hasPending && (
        <Button variant="light" size="compact-md" mb="xs" onClick={() => void act('POST', '/_sim/webhooks/flush')}>
          {t('flush')}
        </Button>
      )}
      {webhooks.length === 0 && <Text c="var(--page-quiet)">{t('webhooksEmpty')}</Text>}
      {webhooks.map((one) => (
        <Row
          key={one.id}
          webhook={one}
          isOpen={one.id === openId}
          onToggle={() => setOpenId(one.id === openId ? null : one.id)}
        />
      ))}
    </>
  );
}

function Row({ webhook, isOpen, onToggle }: { webhook: Dispatch; isOpen: boolean; onToggle(): void }) {
  const { t } = useTexts();
  const format = useFormat();
  const repeat = async (forge: boolean) => {
    const answer = await act<{ status: number | null }>('POST', `/_sim/webhooks/${webhook.id}/repeat`, { forge });
    if (answer) showDone(t('answered', { status: answer.status ?? t('noAnswer') }));
  };
  return (
    <div className={classes.entry}>
      <UnstyledButton className={classes.entryLine} aria-expanded={isOpen} onClick={onToggle}>
        <small>{format.time(webhook.firstAt)}</small>
        <Badge size="sm" variant="light" color="gray" tt="none">
          {webhook.channel}
        </Badge>
        <code>{new URL(webhook.url).pathname}</code>
        <span className={classes.outcome}>
          <small>{t('attempts', { count: webhook.attempts })}</small>
          <Badge size="sm" variant="dot" color={COLORS[webhook.state]}>
            {webhook.lastStatus ?? '…'}
          </Badge>
        </span>
      </UnstyledButton>
      {isOpen && (
        <div className={classes.detail}>
          <Group gap="xs">
            <Button variant="default" size="compact-md" onClick={() => void repeat(false)}>
              {t('repeat')}
            </Button>
            <Button variant="default" size="compact-md" onClick={() => void repeat(true)}>
              {t('repeatForged')}
            </Button>
          </Group>
          <Json title={t('body')} value={JSON.parse(webhook.body)} />
          <Json title={t('headers')} value={webhook.headers} />
        </div>
      )}
    </div>
  );
}

import { Badge, Button, Card, Code, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ApiToken } from '#contract/integrations/tokens.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './integrations.module.css';
import { useRevokeToken } from './use-integrations.ts';

/** Tokens that hold, and those that do no more. */
export function TokenList({ tokens }: { tokens: readonly ApiToken[] }) {
  const t = useTexts();
  const revoke = useRevokeToken();
  const [confirmed, setConfirmed] = useState<ApiToken | null>(null);
  return (
    <Card component="section" aria-label={t('integrations:tokens')}>
      <Title order={2}>{t('integrations:tokens')}</Title>
      <ul className={classes.tokens}>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setConfirmed(token)} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={confirmed !== null}
        title={t('integrations:revoke_title', { name: confirmed?.name ?? '' })}
        text={t('integrations:revoke_text')}
        confirmLabel={t('integrations:revoke')}
        isDangerous
        isBusy={revoke.isPending}
        onConfirm={() => confirmed && revoke.mutate(confirmed.id, { onSettled: () => setConfirmed(null) })}
        onClose={() => setConfirmed(null)}
      />
    </Card>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const { name, prefix, scopes, createdBy, createdAt, lastUsedAt, revokedAt } = token;
  const used = lastUsedAt ? t('integrations:used', { when: format.near(lastUsedAt) }) : t('integrations:never_used');
  return (
    <li className={classes.token} data-off={revokedAt !== null || undefined}>
      <div className={classes.tokenName}>
        <Text fw={600}>{name}</Text>
        <Code>{prefix}…</Code>
      </div>
      <Group gap={6} className={classes.tokenScopes}>
        {scopes.map((scope) => (
          <Badge key={scope} color="gray">
            {t(`integrations:scope.${scope}`)}
          </Badge>
        ))}
      </Group>
      <Text size="sm" c="dimmed" className={classes.tokenFacts}>
        {used} · {t('integrations:made', { who: createdBy, when: format.date(createdAt) })}
      </Text>
      <div className={classes.tokenAction}>
        {revokedAt === null ? (
          <Button variant="default" size="xs" aria-label={`${t('integrations:revoke')}: ${name}`} onClick={onRevoke}>
            {t('integrations:revoke')}
          </Button>
        ) : (
          <ToneBadge tone="gray">{t('integrations:revoked_on', { when: format.date(revokedAt) })}</ToneBadge>
        )}
      </div>
    </li>
  );
}

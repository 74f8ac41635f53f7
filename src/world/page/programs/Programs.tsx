import { Anchor, Card, Group, PasswordInput, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts.tsx';
import { useAbout } from '../use-world.ts';
import { Answer } from './Answer.tsx';
import { History } from './History.tsx';
import { PostForm } from './PostForm.tsx';
import classes from './Programs.module.css';
import { type Call, type NewCall, useCalls, useSend, useToken } from './use-programs.ts';

/** A site, a till or a CRM of the business: posts to the cabinet by hand, and shows what it answers. */
export function Programs() {
  const { t } = useTexts();
  const [token, setToken] = useToken();
  const [shownId, setShownId] = useState<number | null>(null);
  const calls = useCalls().data ?? [];
  const { isBusy, send } = useSend();
  const shown = calls.find(({ id }) => id === shownId) ?? calls[0];
  const sendAndShow = async (order: Omit<NewCall, 'token'>): Promise<Call | undefined> => {
    const made = await send({ ...order, token });
    if (made) setShownId(made.id);
    return made;
  };

  return (
    <div className={classes.page}>
      <Card className={classes.panel}>
        <Title order={2} fz={18}>
          {t('programsTitle')}
        </Title>
        <Text fz={13} c="var(--page-quiet)" mb="sm">
          {t('programsHint')}
        </Text>
        <PasswordInput
          label={t('programsToken')}
          description={t('programsTokenHint')}
          placeholder="fd_…"
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Links />
        <PostForm hasToken={token !== ''} isBusy={isBusy} onSend={sendAndShow} />
      </Card>
      <div className={classes.side}>
        <Card className={classes.panel}>
          <Title order={2} fz={18} mb="xs">
            {t('programsAnswer')}
          </Title>
          {shown ? <Answer call={shown} /> : <Text c="var(--page-quiet)">{t('programsAnswerNone')}</Text>}
        </Card>
        <Card className={classes.panel}>
          <History
            calls={calls}
            shown={shown}
            isBusy={isBusy || token === ''}
            onShow={setShownId}
            onRepeat={({ method, path, key, sent }) =>
              void sendAndShow({ method, path, ...(key !== null && { key }), ...(sent !== null && { body: sent }) })
            }
          />
        </Card>
      </div>
    </div>
  );
}

function Links() {
  const { t } = useTexts();
  const productUrl = useAbout().data?.productUrl;
  if (!productUrl) return null;
  return (
    <Group gap="md" mt={6} mb="md">
      <Anchor fz={13} href={`${productUrl}/accounts/api`} target="frontdesk-cabinet">
        {t('programsTokenPage')}
      </Anchor>
      <Anchor fz={13} href={`${productUrl}/api/docs#/apiEvents`} target="frontdesk-docs">
        {t('programsDocs')}
      </Anchor>
    </Group>
  );
}

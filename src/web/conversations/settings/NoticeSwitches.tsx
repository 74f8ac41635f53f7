import { Button, Stack, Switch, Text, Title } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { isSoundOn, noticeState, switchNotices, switchSound } from '#web/conversations/new-message-notice.ts';

/** The member's own, in this browser. The browser is asked for its permission by the button alone. */
export function NoticeSwitches() {
  const t = useTexts();
  const [state, setState] = useState(noticeState);
  const [hasSound, setSound] = useState(isSoundOn);
  const switchTo = (isOn: boolean) => void switchNotices(isOn).then(setState);
  return (
    <section aria-label={t('conversations:notices.title')}>
      <Title order={2} mb="md">
        {t('conversations:notices.title')}
      </Title>
      <Stack>
        <Text c="dimmed">{t('conversations:notices.help')}</Text>
        {(state === 'blocked' || state === 'unsupported') && <Text>{t(`conversations:notices.${state}`)}</Text>}
        {state === 'off' && (
          <Button variant="default" leftSection={<IconBell size={18} />} w="fit-content" onClick={() => switchTo(true)}>
            {t('conversations:notices.turn_on')}
          </Button>
        )}
        {state === 'on' && (
          <Switch
            label={t('conversations:notices.show')}
            checked
            onChange={({ currentTarget }) => switchTo(currentTarget.checked)}
          />
        )}
        <Switch
          label={t('conversations:notices.sound')}
          checked={hasSound}
          onChange={({ currentTarget }) => {
            switchSound(currentTarget.checked);
            setSound(currentTarget.checked);
          }}
        />
      </Stack>
    </section>
  );
}

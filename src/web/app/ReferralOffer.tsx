import { Button, Popover, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useTexts } from '#web/lib/i18n.ts';
import { REFERRAL_PATH } from './referral-path.ts';

/** The referral programme's offer; opens with its button. */
export function ReferralOffer({ target }: { target: ReactElement }) {
  const t = useTexts();
  return (
    <Popover width={300} position="bottom-end" shadow="md" withArrow trapFocus defaultOpened>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown>
        <Text fw={600}>{t('app.referral_title')}</Text>
        <Text size="sm" c="dimmed" my="xs">
          {t('app.referral_text')}
        </Text>
        <Button component={Link} to={REFERRAL_PATH} size="xs">
          {t('app.referral_action')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

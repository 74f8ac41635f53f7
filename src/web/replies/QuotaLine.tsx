import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TopUpReviewsDialog } from './TopUpReviewsDialog.tsx';
import type { FoundWidget } from './use-replies.ts';

/** The replies of the model that are left, and the way to more. */
export function QuotaLine({ quota, hasModel }: Pick<FoundWidget, 'quota' | 'hasModel'>) {
  const t = useTexts();
  const [isToppingUp, setToppingUp] = useState(false);
  if (!hasModel) {
    return (
      <Alert color="gray" mb="md">
        {t('replies:no_model')}
      </Alert>
    );
  }
  const topUp = (
    <Button size="compact-sm" variant="light" onClick={() => setToppingUp(true)}>
      {t('replies:quota.top_up')}
    </Button>
  );
  return (
    <>
      {quota.left > 0 ? (
        <Group gap="xs" mb="md">
          <Text size="sm">{t('replies:quota.left', { count: quota.left })}</Text>
          {topUp}
        </Group>
      ) : (
        <Alert color="attention" mb="md">
          <Group gap="xs">
            <Text size="sm">{t('replies:quota.none')}</Text>
            {topUp}
          </Group>
        </Alert>
      )}
      {isToppingUp && <TopUpReviewsDialog left={quota.left} onClose={() => setToppingUp(false)} />}
    </>
  );
}

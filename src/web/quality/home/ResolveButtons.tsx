import { Button, Group } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useResolveDispute } from './use-quality-home.ts';

/** Changes the verdict as it was asked, or keeps it. */
export function ResolveButtons({ disputeId }: { disputeId: string }) {
  const t = useTexts();
  const resolve = useResolveDispute();
  const running = resolve.isPending ? resolve.variables.isAccepted : null;
  return (
    <Group gap="xs">
      <Button
        variant="light"
        size="compact-md"
        loading={running === true}
        disabled={running === false}
        onClick={() => resolve.mutate({ disputeId, isAccepted: true })}
      >
        {t('quality:dispute.change')}
      </Button>
      <Button
        variant="default"
        size="compact-md"
        loading={running === false}
        disabled={running === true}
        onClick={() => resolve.mutate({ disputeId, isAccepted: false })}
      >
        {t('quality:dispute.keep')}
      </Button>
    </Group>
  );
}

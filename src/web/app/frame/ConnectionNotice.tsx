import { Button, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import { retryStream, useIsStreamBroken } from '#web/lib/api/live-state.ts';
import classes from './ConnectionNotice.module.css';
import { retryChunks, useWaitingChunks } from '#web/lib/pages/load-chunk.ts';

/**
 * The line that moves while a page loads, and a notice while there is no connection: the page that was opened cannot
 * load, or changes made elsewhere do not arrive. The page before stays meanwhile.
 */
export function ConnectionNotice() {
  const t = useTexts();
  const isOpening = useRouterState({ select: ({ isLoading }) => isLoading });
  const waiting = useWaitingChunks();
  const isStuck = waiting.has('part') || (isOpening && waiting.has('page'));
  const isStale = useIsStreamBroken();
  return (
    <>
      {isOpening && !isStuck && <div className={classes.progress} role="progressbar" aria-label={t('app:opening')} />}
      <div className={classes.place} role="status">
        {(isStuck || isStale) && (
          <div className={classes.notice}>
            <IconCloudOff size={20} aria-hidden className={classes.icon} />
            <div className={classes.words}>
              <Text size="sm" fw={600}>
                {t(isStuck ? 'app:connection.stuck' : 'app:connection.stale')}
              </Text>
              <Text size="sm" c="dimmed">
                {t(isStuck ? 'app:connection.stuck_text' : 'app:connection.stale_text')}
              </Text>
            </div>
            <Button
              variant="default"
              size="compact-md"
              onClick={() => {
                retryChunks();
                retryStream();
              }}
            >
              {t('ui:retry')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

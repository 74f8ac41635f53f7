import { Button, Text } from '@mantine/core';
import { IconLock, IconMoodConfuzed, IconPackageOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { HeadingOrder } from '#web/ui/layout/heading-order.ts';
import { ChunkFailed } from '#web/lib/pages/load-chunk.ts';

/** Shown when a member opens a page their role has no access to. */
export class AccessDenied extends Error {
  override name = 'AccessDenied';
}

/** Stands in place of everything: the frame could not be drawn, or there is none. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <main>
      <Crash error={error} />
    </main>
  );
}

/** Stands in place of a page that could not be drawn; the rest of the cabinet goes on. */
export function Crash({ error }: { error: unknown }) {
  const t = useTexts();
  // NOTE: React catches it; listeners of uncaught errors receive it all the same
  useEffect(() => void dispatchEvent(new ErrorEvent('error', { error })), [error]);
  if (error instanceof AccessDenied) {
    return (
      <Notice
        icon={<IconLock size={40} stroke={1.5} />}
        title={t('app:access_denied.title')}
        text={t('app:access_denied.text')}
        action={
          <Button component={Link} to="/">
            {t('app:not_found.action')}
          </Button>
        }
      />
    );
  }
  const reload = <Button onClick={() => location.reload()}>{t('app:crash.action')}</Button>;
  if (error instanceof ChunkFailed) {
    const detail = t('app:chunk.detail', { chunk: error.chunk, type: error.type });
    return (
      <Notice
        icon={<IconPackageOff size={40} stroke={1.5} />}
        title={t('app:chunk.title')}
        text={t('app:chunk.text')}
        action={reload}
        detail={detail}
      />
    );
  }
  return (
    <Notice
      icon={<IconMoodConfuzed size={40} stroke={1.5} />}
      title={t('app:crash.title')}
      text={t('app:crash.text')}
      action={reload}
    />
  );
}

type NoticeProps = { icon: ReactNode; title: string; text: string; action?: ReactNode; detail?: string };

function Notice({ detail, ...notice }: NoticeProps) {
  return (
    <HeadingOrder value={1}>
      <div role="alert">
        <EmptyState {...notice}>
          {detail && (
            <Text size="xs" c="dimmed">
              {detail}
            </Text>
          )}
        </EmptyState>
      </div>
    </HeadingOrder>
  );
}

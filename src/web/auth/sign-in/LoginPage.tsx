import { Alert, Anchor, Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { clientConfig } from '#web/lib/api/config.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { loadSession, useSession } from '#web/lib/api/session.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { LoginSteps } from './LoginSteps.tsx';
import { useGoOn } from './use-go-on.ts';

/** Route: /account/login */
export function LoginPage() {
  const t = useTexts();
  const { email } = usePageSearch((search) => ({ email: textIn(search['email']) }));
  const isDemo = clientConfig()?.isDemo ?? false;
  const goOn = useGoOn();

  return (
    <AuthFrame
      title={t('auth:login.heading')}
      footer={
        <>
          {t('auth:login.no_account')}{' '}
          <Anchor component={Link} to="/account/register" inherit underline="always">
            {t('auth:login.register')}
          </Anchor>
        </>
      }
    >
      <Unreachable onBack={goOn} />
      <LoginSteps email={email} onDone={goOn}>
        <GoogleButton />
        {isDemo && (
          <Button component={Link} to="/demo" variant="light" size="md" fullWidth mt="sm">
            {t('auth:login.demo')}
          </Button>
        )}
      </LoginSteps>
    </AuthFrame>
  );
}

/** Says that the person may well be signed in, only that the server could not be asked. */
function Unreachable({ onBack }: { onBack: () => void }) {
  const t = useTexts();
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const isUnreachable = !session.isAuthenticated && session.isUnreachable;

  async function retry(): Promise<void> {
    setBusy(true);
    const next = await loadSession();
    setBusy(false);
    if (next.isAuthenticated) onBack();
  }
  const onOnline = useEffectEvent(() => void retry());
  useEffect(() => {
    if (!isUnreachable) return;
    const again = () => onOnline();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isUnreachable]);

  if (!isUnreachable) return null;
  return (
    <Alert
      color="attention"
      mb="md"
      role="alert"
      icon={<IconCloudOff size={20} />}
      title={t('problems:unreachable.title')}
    >
      {t('auth:login.unreachable')}
      <Button mt="xs" fullWidth variant="default" loading={isBusy} onClick={() => void retry()}>
        {t('ui:retry')}
      </Button>
    </Alert>
  );
}

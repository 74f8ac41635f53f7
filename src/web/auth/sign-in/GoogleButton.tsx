import { Button, Divider } from '@mantine/core';
import { clientConfig } from '#web/lib/api/config.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { startGoogleLogin } from './google.ts';

/** Signs in with Google, where the deployment has it. @param returnTo where to go then, if the address does not say */
export function GoogleButton({ returnTo }: { returnTo?: string }) {
  const t = useTexts();
  const config = clientConfig();
  if (!config?.googleClientId || !config.googleAuthUrl) return null;
  const { googleClientId: clientId, googleAuthUrl: authUrl } = config;
  return (
    <>
      <Divider label={t('auth:or')} my="md" />
      <Button
        variant="default"
        fullWidth
        size="md"
        leftSection={<GoogleMark />}
        onClick={() => startGoogleLogin({ clientId, authUrl, returnTo })}
      >
        {t('auth:google')}
      </Button>
    </>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width={18} height={18} aria-hidden>
      <path
        fill="#EA4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.300 5.500-4.800 7.200l7.700 6C44.400 38 47 32 47 24.600z"
      />
      <path fill="#FBBC05" d="M10.500 28.600a14.500 14.500 0 0 1 0-9.200l-8-6.200a24 24 0 0 0 0 21.600l8-6.200z" />
      <path
        fill="#34A853"
        d="M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6c-2.200 1.500-4.900 2.300-8.200 2.300-6.300 0-11.600-4.200-13.500-9.900l-8 6.200C6.500 42.600 14.600 48 24 48z"
      />
    </svg>
  );
}

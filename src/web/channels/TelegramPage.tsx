import { lazy } from 'react';
import { ChannelsPage } from './ChannelsPage.tsx';

const ConnectTelegramForm = lazy(async () => ({
  default: (await import('./ConnectTelegramForm.tsx')).ConnectTelegramForm,
}));

/** Route: /accounts/telegram */
export function TelegramPage() {
  return <ChannelsPage kind="telegram_bot" Form={ConnectTelegramForm} />;
}

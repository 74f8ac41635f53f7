import { ChannelsPage } from './ChannelsPage.tsx';
import { ConnectTelegramForm } from './ConnectTelegramForm.tsx';

/** Route: /accounts/telegram */
export function TelegramPage() {
  return <ChannelsPage kind="telegram_bot" Form={ConnectTelegramForm} />;
}

import { lazy } from 'react';
import { ChannelsPage } from './ChannelsPage.tsx';

const ConnectDialog360Form = lazy(async () => ({
  default: (await import('./ConnectDialog360Form.tsx')).ConnectDialog360Form,
}));

/** Route: /accounts/dialog360 */
export function Dialog360Page() {
  return <ChannelsPage kind="dialog360" Form={ConnectDialog360Form} />;
}

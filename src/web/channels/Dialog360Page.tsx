import { ChannelsPage } from './ChannelsPage.tsx';
import { ConnectDialog360Form } from './ConnectDialog360Form.tsx';

/** Route: /accounts/dialog360 */
export function Dialog360Page() {
  return <ChannelsPage kind="dialog360" Form={ConnectDialog360Form} />;
}

import { platformBinding } from './platform.ts';

export const YCLIENTS = platformBinding({
  kind: 'yclients',
  partnerToken: 'partner-demo-token',
  accept: 'application/vnd.yclients.v2+json',
  phones: ['+7 (926) 555-00-01', '89265550001', '8 (926) 555-00-01', '7 926 555 00 01', '+79265550001'],
});

import { platformBinding } from './platform.ts';

export const ALTEGIO = platformBinding({
  kind: 'altegio',
  partnerToken: 'altegio-partner-demo-token',
  accept: 'application/vnd.api.v2+json',
  phones: ['+995 555 12-34-56', '995555123456', '+995555123456', '(995) 555 123 456', '995-555-12-34-56'],
});

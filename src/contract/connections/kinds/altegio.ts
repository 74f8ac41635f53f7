import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';
import { YCLIENTS_PLATFORM } from './yclients-platform.ts';

export const ALTEGIO = {
  ...YCLIENTS_PLATFORM,
  page: '/accounts/altegio',
} as const satisfies ConnectionKindDeclaration;

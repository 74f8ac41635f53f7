import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';
import { YCLIENTS_PLATFORM } from './yclients-platform.ts';

export const YCLIENTS = {
  ...YCLIENTS_PLATFORM,
  page: '/accounts/yclients',
} as const satisfies ConnectionKindDeclaration;

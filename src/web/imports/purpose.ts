import { wordIn } from '#web/lib/api/known.ts';
import type { ImportPurpose } from './use-imports.ts';

/** Reads from the address what a list is imported for. */
export const readPurpose = ({ purpose }: Readonly<Record<string, unknown>>): { purpose: ImportPurpose } => ({
  purpose: wordIn(['opt_outs'] as const, purpose),
});

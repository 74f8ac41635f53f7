import { z } from 'zod';

/** Variables about the operator's support. */
export const SUPPORT_VARIABLES = {
  /** Whether a cabinet's members get a notice when support enters it; the audit log has it in any case. */
  SUPPORT_NOTICES: z.enum(['on', 'off']).default('on'),
};

type SupportEnvironment = z.output<z.ZodObject<typeof SUPPORT_VARIABLES>>;

export const isSupportAnnounced = ({ SUPPORT_NOTICES }: SupportEnvironment): boolean => SUPPORT_NOTICES === 'on';

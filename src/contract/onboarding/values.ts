/** The steps of a clinic's quick start, in their order. */
export const CLINIC_STEPS = ['connect', 'whatsapp', 'text', 'start'] as const;

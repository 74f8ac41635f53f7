import type { Service } from './service.ts';
import { TWILIO } from './twilio/service.ts';

/** Services that bring all of theirs along; a new one is added here, and by its name in `journal.ts`. */
export const SERVICES: readonly Service[] = [TWILIO];

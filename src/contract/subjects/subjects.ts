import { z } from 'zod';

/**
 * The kind of a message's subject. `contact` stands for the birthday, a day or a week for the report to the owner.
 */
export const SubjectKind = z.enum(['visit', 'order', 'cart', 'api_event', 'contact', 'day', 'week']);
export type SubjectKind = z.infer<typeof SubjectKind>;

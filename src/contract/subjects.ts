import { z } from 'zod';
import { SUBJECT_KINDS } from './values.ts';

/** The kind of a message's subject. */
export const SubjectKind = z.enum(SUBJECT_KINDS);
export type SubjectKind = z.infer<typeof SubjectKind>;

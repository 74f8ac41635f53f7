import { z } from 'zod';

/**
 * The kind of a message's subject. `contact` stands for the birthday, `group_move` for a client's move to another RFM
 * group, a day or a week for the report to the owner.
 */
export const SubjectKind = z.enum([
  'visit',
  'order',
  'deal',
  'deal_task',
  'cart',
  'api_event',
  'contact',
  'group_move',
  'day',
  'week',
]);
export type SubjectKind = z.infer<typeof SubjectKind>;

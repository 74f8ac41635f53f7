import type { TextVariable } from '#contract/texts/calls.ts';
import { TEXT_VARIABLES } from '#contract/texts/values.ts';
import { wordIn } from '#web/lib/api/known.ts';

const GROUP_OF: Readonly<Record<TextVariable, VariableGroup['key']>> = {
  clientName: 'client',
  visitsCount: 'client',
  spentSum: 'client',
  recordDate: 'visit',
  recordTime: 'visit',
  recordWeekday: 'visit',
  oldRecordDate: 'visit',
  oldRecordTime: 'visit',
  masterName: 'visit',
  serviceTitle: 'visit',
  offerTitle: 'visit',
  orderSum: 'visit',
  orderNumber: 'order',
  orderStatus: 'order',
  orderItems: 'order',
  deliveryKind: 'order',
  readyTime: 'order',
  courierName: 'order',
  courierPhone: 'order',
  cancelCause: 'order',
  dealTitle: 'deal',
  dealStage: 'deal',
  dealSum: 'deal',
  dealResponsible: 'deal',
  taskText: 'deal',
  taskDate: 'deal',
  taskTime: 'deal',
  eventName: 'event',
  reportPeriod: 'report',
  reportBooked: 'report',
  reportCame: 'report',
  reportNoShow: 'report',
  reportCancelled: 'report',
  reportNew: 'report',
  reportRevenue: 'report',
  reportAverage: 'report',
  reportSent: 'report',
  reportRead: 'report',
  reportAnswered: 'report',
  reportAhead: 'report',
  reviewStars: 'client',
  reviewText: 'client',
  reviewAnswer: 'client',
  businessName: 'business',
  branchTitle: 'business',
  branchAddress: 'business',
  branchPhone: 'business',
  paymentLink: 'links',
  recordForm: 'links',
  reviewForm: 'links',
  reviewLink: 'links',
  slotLink: 'links',
  ignoreLink: 'links',
};

const KEYS = ['client', 'visit', 'order', 'deal', 'event', 'report', 'business', 'links'] as const;
export type VariableGroup = { key: (typeof KEYS)[number]; variables: string[] };

/**
 * Variables by what they are about, in the order they are offered; empty groups are left out. A name that is none of
 * ours is what a program posts with its event.
 */
export function groupVariables(offered: readonly string[]): VariableGroup[] {
  const groupOf = (name: string) => {
    const variable = wordIn(TEXT_VARIABLES, name);
    return variable ? GROUP_OF[variable] : 'event';
  };
  return KEYS.map((key) => ({ key, variables: offered.filter((name) => groupOf(name) === key) })).filter(
    ({ variables }) => variables.length > 0,
  );
}

import { z } from 'zod';
import { RfmDashboardId, RfmGroupKey } from '#contract/audiences/rfm-ids.ts';
import { DealStageId } from '#contract/deals/ids.ts';
import { Phone, WebAddress } from '#contract/primitives.ts';
import { ServiceId } from '#contract/visits/calls.ts';
import { LONGEST_REENTRY_DAYS, REENTRY_RULES } from './values.ts';

/** The value of each option that kinds of flows have; a kind declares which of them are its own, with their defaults. */
export const FLOW_OPTION_VALUES = {
  /** The offered services; contacts who bought one of them get no message. */
  offerServiceIds: z.array(ServiceId).max(100),
  /** The visit or the sum (whole units of the currency) that triggers the message; -1: not used. */
  threshold: z.object({ visits: z.int().min(-1).max(10_000), spent: z.int().min(-1).max(1_000_000_000) }),
  /** Days after the visit in which a status may be set and still start the flow. */
  lateDays: z.int().min(1).max(60),
  /** Percentage of contacts left out as control group, to measure the flow's effect. */
  controlPercent: z.union([z.literal(0), z.literal(5), z.literal(10)]),
  /** Phones that receive a live report, E.164; empty: the owner's own phone, else the cabinet's test numbers. */
  reportPhones: z.array(Phone).max(10),
  /** The moves of clients that start the flow: the dashboard (null: the usual one), the groups they left (empty: any) and entered. */
  groupMove: z.object({
    dashboardId: RfmDashboardId.nullable(),
    fromGroups: z.array(RfmGroupKey),
    toGroups: z.array(RfmGroupKey),
  }),
  /** How often one client may get the message: for each move, once, or not within some days of the last one. */
  reentry: z.object({ rule: z.enum(REENTRY_RULES), minDays: z.int().min(1).max(LONGEST_REENTRY_DAYS) }),
  /** The stage to which the deal is moved once the message is sent; null: it stays. */
  moveDeal: z.object({ stageId: DealStageId }).nullable(),
  /** Page for reviews: the value of `{reviewForm}`. */
  reviewUrl: WebAddress.max(2000, { error: 'too_long' }).nullable(),
};

export type FlowOptionValues = { [Name in FlowOptionName]: z.infer<(typeof FLOW_OPTION_VALUES)[Name]> };
export type FlowOptionName = keyof typeof FLOW_OPTION_VALUES;

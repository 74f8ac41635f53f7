import { z } from 'zod';
import { RFM_GROUPS } from './values.ts';

export const RfmDashboardId = z.uuid().brand<'RfmDashboardId'>();
export type RfmDashboardId = z.infer<typeof RfmDashboardId>;

export const RfmGroupKey = z.enum(RFM_GROUPS);

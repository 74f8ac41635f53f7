import { z } from 'zod';

export const DealId = z.uuid().brand<'DealId'>();
export type DealId = z.infer<typeof DealId>;

export const DealStageId = z.uuid().brand<'DealStageId'>();
export type DealStageId = z.infer<typeof DealStageId>;

export const DealPipelineId = z.uuid().brand<'DealPipelineId'>();
export type DealPipelineId = z.infer<typeof DealPipelineId>;

export const DealTaskId = z.uuid().brand<'DealTaskId'>();
export type DealTaskId = z.infer<typeof DealTaskId>;

import { z } from 'zod';
import { RfmDashboardId } from './rfm-ids.ts';
import { SegmentId } from './segments.ts';
import { ChannelKind } from '#contract/channels/calls.ts';
import { ConnectionKind } from '#contract/connections/calls.ts';
import { DealPipelineId, DealStageId } from '#contract/deals/ids.ts';
import { ImportId } from '#contract/imports/calls.ts';
import { endpoint } from '#contract/endpoint.ts';

/** The choices of flow conditions, beside branches, masters and services; see `listVisitOptions`. */
export const listFlowChoices = endpoint({
  method: 'GET',
  path: '/api/v1/flows/choices',
  access: 'member',
  summary: 'Customer categories, names of posted events and connected systems that conditions choose from.',
  reply: z.object({
    /** Categories of the booking systems, in alphabetical order; at most 200. */
    customerCategories: z.array(z.string()),
    /** Tags that members gave contacts. */
    tags: z.array(z.string()),
    /** Imported lists, newest first; at most 200. */
    importedLists: z.array(z.object({ id: ImportId, title: z.string() })),
    /** Saved audiences in alphabetical order; at most 500. */
    segments: z.array(z.object({ id: SegmentId, title: z.string() })),
    /** Divisions of the clients into groups, in the order they were made; the first is the usual one, unless it was deleted. */
    rfmDashboards: z.array(z.object({ id: RfmDashboardId, title: z.string(), isUsual: z.boolean() })),
    /** Names of the events that API clients sent. */
    eventNames: z.array(z.string()),
    /** Properties of recent events: a text may use them like variables. */
    eventProperties: z.array(z.object({ eventName: z.string(), properties: z.array(z.string()) })),
    /** Stages of the connected CRMs in their order; the titles of each begin with its pipeline's. */
    dealStages: z.array(z.object({ id: DealStageId, title: z.string() })),
    dealPipelines: z.array(z.object({ id: DealPipelineId, title: z.string() })),
    /** Names of the employees who are responsible for deals; at most 200. */
    dealResponsibles: z.array(z.string()),
    /** Tags of deals; at most 200. */
    dealTags: z.array(z.string()),
    /** ISO 4217; the currency of amounts in conditions. */
    currency: z.string(),
    /** Kinds of systems the cabinet is connected to. */
    connectedKinds: z.array(ConnectionKind),
    /** Kinds of channels the cabinet has. */
    channelKinds: z.array(ChannelKind),
  }),
});

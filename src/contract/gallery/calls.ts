import { z } from 'zod';
import { ConnectionKind } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Flow, FlowAttention, FlowId, FlowKind, FlowMode, FlowStatus } from '#contract/flows/calls.ts';
import { FLOW_GOALS, TEMPLATE_TYPES, TRADES } from '#contract/flows/values.ts';

export const TemplateType = z.enum(TEMPLATE_TYPES);
export type TemplateType = z.infer<typeof TemplateType>;

/** A flow that was created from a template, or equals it. */
export const MadeFlow = z.object({
  id: FlowId,
  title: z.string(),
  status: FlowStatus,
  /** Null: it reaches someone, or has not tried. */
  attention: FlowAttention.nullable(),
  mode: FlowMode,
  /** Settings it needs before it can message contacts. */
  missing: z.array(z.string()),
});
export type MadeFlow = z.infer<typeof MadeFlow>;

export const FlowTemplateCard = z.object({
  type: TemplateType,
  kind: FlowKind,
  goal: z.enum(FLOW_GOALS),
  trades: z.array(z.enum(TRADES)),
  /** Kinds of connections its facts come from: one of them is enough. */
  sources: z.array(ConnectionKind),
  /** Title of a flow created from it, in the cabinet's language of contacts. */
  title: z.string(),
  /** Example message with sample values, and the template that a flow created now would have; null: none fits. */
  example: z.object({
    text: z.string(),
    buttons: z.array(z.string()),
    template: z.object({ name: z.string(), text: z.string(), buttons: z.array(z.string()) }).nullable(),
  }),
  made: z.array(MadeFlow),
});
export type FlowTemplateCard = z.infer<typeof FlowTemplateCard>;

export const listFlowTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/flows/templates',
  access: 'member',
  summary: 'Ready-made flows with an example of each, and the flows of the cabinet that do the same.',
  query: z.object({
    /** Only templates for this system. */
    source: ConnectionKind.optional(),
  }),
  reply: z.object({
    templates: z.array(FlowTemplateCard),
    connectedKinds: z.array(ConnectionKind),
    /** Whether a channel allows free text only for a while after the contact wrote. */
    hasWindow: z.boolean(),
  }),
});

/** Starts in test mode, working, like any new flow. */
export const addFlowFromTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/flows/templates',
  access: 'member',
  summary: 'Makes a flow of a ready-made one, in test mode.',
  takesIdempotencyKey: true,
  body: z.object({
    templateType: TemplateType,
    /** The system of the gallery: where the cabinet has several, the flow is limited to this one. */
    source: ConnectionKind.nullable().default(null),
  }),
  reply: Flow,
});

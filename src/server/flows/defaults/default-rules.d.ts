import type { ChannelId, ChannelTemplate } from '#contract/channels/calls.ts';
import type { TextTemplate } from '#contract/texts/calls.ts';
import { type FlowOptionsOf } from '#contract/flows/options.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { Language } from '#contract/primitives.ts';
/** The settings of a new flow of a kind, with texts in every language. Languages without texts of their own use the cabinet's. */
export declare function defaultSettings<Kind extends FlowKind>(kind: Kind, language: Language, delayMinutes?: number): Omit<FlowSettings, 'options'> & {
    options: FlowOptionsOf<Kind>;
};
/** A channel that allows free text only within a window, with its templates. */
export type WindowedChannel = {
    id: ChannelId;
    templates: ChannelTemplate[];
};
/** The templates of a new flow of a kind. */
export declare function templatesOf(kind: FlowKind, channels: readonly WindowedChannel[]): TextTemplate[];

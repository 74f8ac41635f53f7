import type { FlowSettings } from '#contract/flows/calls.ts';
import type { OwnTexts } from '#server/senders/changes/place-rules.ts';

/** The path of the value of `{reviewForm}`. */
const REVIEW_ADDRESS = 'options.reviewUrl';

/** The address of reviews, where a flow has one. */
export const FLOW_TEXTS: OwnTexts<FlowSettings> = {
  placesIn: ({ options: { reviewUrl } }) =>
    reviewUrl ? [{ path: REVIEW_ADDRESS, text: reviewUrl, kind: 'address', mayBeEmpty: true }] : [],
  withTextsAt(settings, textByPath) {
    const { options } = settings;
    if (!options.reviewUrl) return settings;
    return {
      ...settings,
      options: { ...options, reviewUrl: (textByPath.get(REVIEW_ADDRESS) ?? options.reviewUrl) || null },
    };
  },
};

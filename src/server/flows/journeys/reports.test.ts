import { describe } from 'vitest';
import { flowKind } from '#contract/flows/kinds.ts';
import { reportJourneysFrom } from '#server/testing/journeys/report-journeys.ts';

describe.each(flowKind('daily_report').sources)('%s', (source) => reportJourneysFrom(source));

import { describe } from 'vitest';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { reportsFrom } from '#server/testing/journeys/report-journeys.ts';

describe.each(FLOW_CATALOGUE.daily_report.sources)('%s', (source) => reportsFrom(source));

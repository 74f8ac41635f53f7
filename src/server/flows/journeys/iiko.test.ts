import { journeysFrom } from '#server/testing/journeys/sent-journeys.ts';

await journeysFrom('iiko');

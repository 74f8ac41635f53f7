import { refusedJourneysFrom } from '#server/testing/journeys/refused-journeys.ts';

await refusedJourneysFrom('amo');

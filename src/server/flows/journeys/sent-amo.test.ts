import { sentJourneysFrom } from '#server/testing/journeys/sent-journeys.ts';

await sentJourneysFrom('amo');

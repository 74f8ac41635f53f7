import { reasonsFrom } from '#server/testing/journeys/reasons-from.ts';

await reasonsFrom('api');

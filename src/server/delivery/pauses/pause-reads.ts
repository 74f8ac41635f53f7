export { type ConcerningPause, findConcerningPause } from './pause-queries.ts';

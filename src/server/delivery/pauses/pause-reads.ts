export { findConcerningPause } from './pause-queries.ts';

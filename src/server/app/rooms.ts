import type { Repeat, Work } from '../platform/job-runner.ts';
import type { Serve } from '../platform/serve.ts';

/** Binds the calls of every room. */
export function serveRooms(_serve: Serve): void {}

/** Binds the jobs of every room. */
export function workRooms(_work: Work, _repeat: Repeat): void {}

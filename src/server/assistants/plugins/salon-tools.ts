import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { book } from './salon-booking.ts';
import { cancel, move } from './salon-changing.ts';
import type { Desk } from './salon-desk.ts';
import { findTimes, listMasters, listMyVisits, listServices } from './salon-listing.ts';

const Service = z
  .string()
  .max(300)
  .describe('service_id or title from list_services; several that are wanted together joined by " + "');
const Master = z.string().max(200).nullable().describe('master_id or name from list_masters; null: any');
const When = z.string().max(40).describe('YYYY-MM-DD HH:MM, as find_times lists it');
const VisitRef = z.string().max(60).nullable().describe('visit_id from my_visits; null where the client has one visit');

/**
 * The functions by which a model looks into the booking system and acts on it. Tenant, contact and branches are those of
 * the scope; a deed that the owner has switched off in every booking system has no function, and one that is switched off
 * in the system of a branch is left to a person there. A function answers `{ok: true, …}`, or
 * `{ok: false, reason, next}` with what to do instead.
 */
export function salonTools(desk: Desk): ToolSet {
  const plugins = Object.values(desk.plugins);
  if (plugins.length === 0) return {};
  return {
    ...listingTools(desk),
    ...(plugins.some(({ books }) => books) && { book: bookTool(desk) }),
    ...(plugins.some(({ moves }) => moves) && { move_visit: moveTool(desk) }),
    ...(plugins.some(({ cancels }) => cancels) && { cancel_visit: cancelTool(desk) }),
  };
}

function listingTools(desk: Desk): ToolSet {
  return {
    list_services: tool({
      description: 'Lists services that can be booked, with prices and minutes.',
      inputSchema: z.object({
        words: z.string().max(200).nullable().describe('what the client wants, to narrow a long list; null: all'),
      }),
      execute: (given) => listServices(desk, given),
    }),
    list_masters: tool({
      description: 'Lists masters, or those who do one service.',
      inputSchema: z.object({ service: Service.nullable() }),
      execute: (given) => listMasters(desk, given),
    }),
    find_times: tool({
      description: 'Finds free times for a service. Only times that it lists may be offered.',
      inputSchema: z.object({
        service: Service,
        master: Master,
        day: z.string().max(20).nullable().describe('YYYY-MM-DD; null: the next days'),
        part_of_day: z.enum(['morning', 'afternoon', 'evening']).nullable(),
      }),
      execute: (given) => findTimes(desk, given),
    }),
    my_visits: tool({
      description: "Lists the client's own upcoming visits.",
      inputSchema: z.object({}),
      execute: () => listMyVisits(desk),
    }),
  };
}

const bookTool = (desk: Desk) =>
  tool({
    description:
      'Books a visit for the client. Call it only after the client has agreed to the day, time, service, master and price.',
    inputSchema: z.object({
      service: Service,
      master: Master,
      when: When,
      name: z.string().max(200).nullable().describe("the client's name as they gave it; null where it is known"),
      phone: z.string().max(60).nullable().describe("the client's phone as they wrote it; null where it is known"),
    }),
    execute: (given) => book(desk, given),
  });

const moveTool = (desk: Desk) =>
  tool({
    description: "Moves the client's own visit to another time. Call it only after the client has agreed to the time.",
    inputSchema: z.object({ visit_id: VisitRef, when: When }),
    execute: (given) => move(desk, given),
  });

const cancelTool = (desk: Desk) =>
  tool({
    description: "Cancels the client's own visit. Call it only after the client has confirmed it.",
    inputSchema: z.object({ visit_id: VisitRef }),
    execute: (given) => cancel(desk, given),
  });

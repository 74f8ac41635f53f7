import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { FLOWER_ORDER_WAYS } from '#contract/assistants/flower-shop/values.ts';
import { listDeliveryTimes, searchCatalogue } from './catalogue-tools.ts';
import type { FlowerDesk } from './flower-desk.ts';
import { listOwnOrders, orderGoods } from './order-tools.ts';

const Text = (longest: number) => z.string().max(longest).nullable();

/**
 * The functions by which a model sells flowers of the owner's catalogue. Prices, sums and hours are the product's. A
 * function answers `{ok: true, …}`, or `{ok: false, reason, next}` with what to do instead.
 */
export function flowerTools(desk: FlowerDesk): ToolSet {
  return {
    search_catalogue: tool({
      description:
        'Searches bouquets, flowers and gifts of the catalogue with their prices. Only what it finds may be offered.',
      inputSchema: z.object({
        words: z.string().max(200).describe('what the client wants, without the price; empty: anything'),
        max_price: z.number().nullable().describe('the most it may cost; null: any price'),
      }),
      execute: (given) => searchCatalogue(desk, given),
    }),
    delivery_times: tool({
      description: 'Lists when orders can be delivered or picked up, what delivery costs, and the address for pickup.',
      inputSchema: z.object({ day: Text(20).describe('YYYY-MM-DD; null: the next days') }),
      execute: (given) => listDeliveryTimes(desk, given),
    }),
    place_order: placeTool(desk),
    // NOTE: anybody can say who they are in a public chat
    ...(!desk.scope.visitor && { order_status: statusTool(desk) }),
  };
}

const statusTool = (desk: FlowerDesk) =>
  tool({
    description: "Tells the state of the client's own orders.",
    inputSchema: z.object({ number: z.int().nullable().describe('number of the order; null: the latest ones') }),
    execute: (given) => listOwnOrders(desk, given),
  });

const placeTool = (desk: FlowerDesk) =>
  tool({
    description: [
      'Places an order. Call it only after the client has agreed to the goods, their prices, the way, day and time.',
      'Ask for what is missing one thing at a time: goods, delivery or pickup, day and time, address, recipient, card.',
    ].join(' '),
    inputSchema: z.object({
      items: z
        .array(z.object({ sku: z.string().max(300).describe('sku of search_catalogue'), quantity: z.int().min(1) }))
        .max(30),
      way: z.enum(FLOWER_ORDER_WAYS),
      when: z.string().max(40).describe('YYYY-MM-DD HH:MM, within the hours of delivery_times'),
      zone: Text(100).describe('zone of delivery_times; null for pickup, or where there is one'),
      address: Text(400).describe('of the delivery; null for pickup'),
      recipient_name: Text(200).describe('who receives it'),
      recipient_phone: Text(40).describe('null: the phone of the client'),
      card_text: Text(600).describe('text of the card; null: none'),
      comment: Text(600),
    }),
    execute: (given) => orderGoods(desk, given),
  });

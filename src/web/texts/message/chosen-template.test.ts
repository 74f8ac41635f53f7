import { expect, test } from 'vitest';
import { flowKind } from '#contract/flows/kinds.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { chosenTemplate } from './chosen-template.ts';

const channelId = ChannelId.parse('0190a1b2-0000-7000-8000-000000000001');
const places = (name: string, parameterCount: number, usual: Parameters<typeof chosenTemplate>[2]) =>
  chosenTemplate(channelId, { name, language: 'ru', parameterCount }, usual).parameters;

test('a place of a template is filled only where its meaning is known', () => {
  expect(places('lost_client', 4, { parameters: ['{clientName}'] })).toEqual(['{clientName}', '', '', '']);
  const { template } = flowKind('order_status');
  expect(places('order_status', 5, template)).toEqual([...template.parameters, '']);
  expect(places('spring_sale', 3, template)).toEqual(['{clientName}', '', '']);
  expect(places('sales_of_today', 2, flowKind('daily_report').template)).toEqual(['', '']);
});
